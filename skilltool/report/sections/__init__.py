"""The sections of the page: one file each, with `render`; empty where there is nothing to show."""
