"""What the events mean: pure rules, replay and verdicts. No I/O, no clock, no luck of its own."""
