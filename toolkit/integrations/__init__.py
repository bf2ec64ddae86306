"""What joins the library to others; each file needs an optional package."""
