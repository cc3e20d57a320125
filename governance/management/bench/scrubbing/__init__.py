"""How well the gate scrubs: labelled sets made at run time, scored beside plain Presidio.

It judges the gate and knows nothing of how the gate finds things.
"""
