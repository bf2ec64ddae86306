"""What releases of pydantic before the newest cannot do; a test that needs it is skipped there."""

from __future__ import annotations

import pydantic
import pytest

RELEASE = tuple(map(int, pydantic.VERSION.split(".")[:2]))

needs_names_beside_paths = pytest.mark.skipif(RELEASE < (2, 11), reason="fields with paths have no names")
needs_validators_of_its_own = pytest.mark.skipif(RELEASE == (2, 11), reason="takes the validators of classes as made")
