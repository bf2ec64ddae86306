"""All calls of one message: side by side where that does no harm, their results in the order of the calls."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import GRACE_SECONDS, cancellation
from toolkit.calling.switch import Switch
from toolkit.calling.threads import HaltedError
from toolkit.calling.watching import Watched
from toolkit.dispatch.canonical import canonical
from toolkit.dispatch.outcomes import failed, refused
from toolkit.dispatch.pipeline import ended, prepared, run

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from toolkit.calls import ToolCall, ToolResult
    from toolkit.dispatch.course import Course
    from toolkit.dispatch.desk import Desk
    from toolkit.dispatch.request import Request


class Schedule:
    """Which calls of a batch run together, and which share one run.

    A tool that may not run beside others is a barrier: it runs alone, in its place. Calls of an idempotent tool
    with equal arguments run once, if no barrier stands between them.

    Args:
        courses: The calls, prepared.

    Attributes:
        stages: The places of the calls that run together, stage after stage.
        twins: Place of a call -> place of the earlier one whose run it shares.
    """

    def __init__(self, courses: list[Course]) -> None:
        self.stages: list[list[int]] = [[]]
        self.twins: dict[int, int] = {}
        self._runs: dict[tuple[int, str], int] = {}
        for place, course in enumerate(courses):
            self._add(place, course)

    def _add(self, place: int, course: Course) -> None:
        if course.failure is not None:
            self.stages[-1].append(place)
            return
        plan = course.plan
        key = (id(plan), canonical(course.taken.arguments)) if plan.is_joined else None
        if key is not None and key in self._runs:
            self.twins[place] = self._runs[key]
            return
        if plan.is_barrier:
            self._runs.clear()
            self.stages += [[place], []]
        else:
            self.stages[-1].append(place)
        if key is not None:
            self._runs[key] = place


async def all_results(
    desk: Desk,
    calls: list[ToolCall],
    request: Request,
    switch: Switch,
    tell: Callable[[ToolResult], None] | None = None,
) -> list[ToolResult]:
    """The results of all calls, in their order.

    Args:
        desk: What the calls of the dispatcher share.
        calls: The calls.
        request: What the caller gave along.
        switch: Where the caller runs.
        tell: Told of each result as it is there.

    Raises:
        HostError: The caller left out what a tool needs; then no call has run.
    """
    limit = desk.settings.max_batch_calls
    courses = [await prepared(desk, call, request, switch) for call in calls[:limit]]
    batch = object()
    for course in courses:
        course.batch = batch
    results: dict[int, ToolResult] = {}

    def note(place: int, result: ToolResult) -> None:
        results[place] = result
        if tell is not None:
            tell(result)

    try:
        await _run_stages(courses, results, note, switch)
    except cancellation():
        if switch.for_async:
            raise
        # By a body, of its own task: who waits in a thread is not cancelled.
        for place, course in enumerate(courses):
            if place not in results:
                note(place, _cancelled(course))
    for place, call in enumerate(calls[limit:], limit):
        note(place, _excess(call, limit))
    return [results[place] for place in range(len(calls))]


def _excess(call: ToolCall, limit: int) -> ToolResult:
    return failed(call, "limit_reached", f"One message may hold {limit:,} calls; this one was not run. Send fewer.")


async def _run_stages(
    courses: list[Course], results: dict[int, ToolResult], note: Callable[[int, ToolResult], None], switch: Switch
) -> None:
    schedule = Schedule(courses)
    for stage in schedule.stages:
        await _run_stage([(place, courses[place]) for place in stage], note, switch)
        for twin, first in schedule.twins.items():
            if first in stage:
                courses[twin].shared = results[first]
                note(twin, await run(courses[twin], switch))


async def _run_stage(stage: list[tuple[int, Course]], note: Callable[[int, ToolResult], None], switch: Switch) -> None:
    """Run some calls side by side; a single one where the caller is."""
    running = [(place, course) for place, course in stage if course.failure is None]
    if len(running) > 1:
        try:
            await switch.to_loop()
        except HaltedError as error:
            for _, course in running:
                course.failure = refused(course.call, error)
    for place, course in stage:
        if course.failure is not None or len(running) == 1:
            note(place, await run(course, switch))
    if len(running) > 1 and running[0][1].failure is None:
        await _side_by_side(running, note, switch)


async def _side_by_side(
    running: list[tuple[int, Course]], note: Callable[[int, ToolResult], None], switch: Switch
) -> None:
    import asyncio  # noqa: PLC0415 - loaded already: a loop runs

    def start(place: int, course: Course) -> tuple[asyncio.Task[ToolResult], tuple[int, Course]]:
        own = Switch(by_hand=False, for_async=switch.for_async)
        return asyncio.ensure_future(Watched(run(course, own), course.plan.tool.name)), (place, course)

    tasks = dict(starmap(start, running))
    waiting = set(tasks)
    try:
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                place, course = tasks[task]
                note(place, _cancelled(course) if task.cancelled() else task.result())
    finally:
        await leave_none(waiting)


def _cancelled(course: Course) -> ToolResult:
    return ended(course, failed(course.call, "cancelled", "The call was cancelled before it had ended."))


async def leave_none(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and give them their grace to end."""
    import asyncio  # noqa: PLC0415 - loaded already: a loop runs

    waiting = {task for task in tasks if not task.done()}
    for task in waiting:
        task.cancel()
    if waiting:
        # A little more than what each of them waits for its own body.
        await asyncio.wait(waiting, timeout=1.2 * GRACE_SECONDS)
