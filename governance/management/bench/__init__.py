"""Benchmarks: each figure beside a floor that was taken in the same run, turn by turn."""
