"""The settings of a dispatcher: nonsense raises when it is set."""

from __future__ import annotations

import pytest

from toolkit import Dispatcher


@pytest.mark.parametrize(
    "setting",
    [
        {"timeout_seconds": 0},
        {"timeout_seconds": -1},
        {"timeout_seconds": "1"},
        {"timeout_seconds": float("nan")},
        {"timeout_seconds": float("inf")},
        {"timeout_seconds": True},
        {"max_concurrency": 0},
        {"max_concurrency": 1.5},
        {"max_result_chars": 0},
        {"max_payload_chars": -5},
        {"max_batch_calls": 0},
        {"max_pending": 0},
        {"approval_seconds": 0},
        {"repair": "much"},
        {"extra_arguments": "drop"},
        {"error_detail": "all"},
        {"check_result": "yes"},
        {"middleware": [5]},
        {"middleware": 5},
        {"middleware": [int]},
        {"hooks": 5},
        {"hooks": "text"},
        {"approver": 5},
        {"executor": 5},
        {"services": [int]},
        {"handlers": 5},
        {"handlers": {"f": 5}},
        {"approvals": []},
        {"result_store": 5},
    ],
)
def test_nonsense_raises_and_names_the_setting(setting):
    """A ValueError, as for the options of a tool."""
    with pytest.raises(ValueError, match=next(iter(setting))):
        Dispatcher([], **setting)


def test_an_unknown_setting_is_pythons_own_error():
    """The signature says what there is."""
    with pytest.raises(TypeError, match="timeout"):
        Dispatcher([], timeout=5)  # type: ignore[call-arg]


def test_none_means_no_limit():
    """Where a limit may be left out."""
    assert Dispatcher([], timeout_seconds=None, max_concurrency=None, executor=None).registry.names() == []
