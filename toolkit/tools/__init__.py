"""Every kind of tool, what is made of a tool, and the registry that collects them."""
