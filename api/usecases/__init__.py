"""What people ask of the project: functions that print nothing, for CLI and HTTP alike."""
