"""The steps of one call, which a tool by itself and a dispatcher share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.calling.body import Body as Body
    from toolkit.calling.contract import Contract as Contract
    from toolkit.calling.invoking import invoked as invoked
    from toolkit.calling.switch import drive as drive
else:
    __getattr__ = lazy_names(
        __name__, {"Body": "body", "Contract": "contract", "drive": "switch", "invoked": "invoking"}
    )
