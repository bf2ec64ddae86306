"""The steps of one call, which a tool by itself and a dispatcher share."""
