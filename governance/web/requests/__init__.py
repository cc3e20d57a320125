"""The pages of requests, for the staff who answer them."""
