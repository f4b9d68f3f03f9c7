"""Every way in: use cases, the command line, HTTP."""
