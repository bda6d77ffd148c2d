"""The reference library's interface on top of skilltool, so that its tests can be run on it."""
