"""The doors to packages: for whoever is signed in, and by a link with a code."""
