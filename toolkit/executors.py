"""Executors: where sync bodies run, other than in the library's own threads.

What goes over to a process or another machine is the function by its import path, and its arguments; so the tool must
be a function at the top of a module that the other side can import.
"""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from toolkit.errors import DefinitionError, install_command
from toolkit.misfits import tells_misfits

if TYPE_CHECKING:
    from collections.abc import Callable


def threads(workers: int = 64) -> ThreadPoolExecutor:
    """Threads apart from those of the library, for tools that shall not share them.

    A body that hangs keeps its thread, and the interpreter from ending; the library's own threads do neither.

    Raises:
        DefinitionError: It is no number of threads.
    """
    _require_workers(workers)
    return ThreadPoolExecutor(workers, thread_name_prefix="toolkit-pool")


def processes(workers: int = 4, *, max_tasks: int = 0) -> ProcessExecutor:
    """Processes whose calls end when their time is over: the process is killed, the others run on.

    They are started afresh, not forked from a program whose threads may hold locks; so a program that makes them when
    it is run keeps that behind `if __name__ == "__main__":`.

    Args:
        workers: How many.
        max_tasks: After how many calls a process is replaced by a new one, 0 for never.

    Raises:
        DefinitionError: It is no number of processes, or pebble is not installed.
    """
    _require_workers(workers)
    try:
        from pebble import ProcessPool  # noqa: PLC0415 - optional
    except ImportError as error:
        raise DefinitionError("pebble is not installed", cure=install_command("processes")) from error
    import multiprocessing  # noqa: PLC0415 - dear at start

    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    return ProcessExecutor(ProcessPool(max_workers=workers, max_tasks=max_tasks, context=context))


class ProcessExecutor(Executor):
    """A pool of processes as an executor; made by `processes`.

    Cancelling a future of it kills the process that carries it out, and starts another one.
    """

    takes_parcels = True

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a call in another process."""
        future: Future[Any] = self._pool.schedule(fn, args=args, kwargs=kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further calls; end those that run first, or kill them."""
        if cancel_futures:
            self._pool.stop()
        else:
            self._pool.close()
        if wait:
            self._pool.join()


@tells_misfits
def dask(client: Any = None, **cluster: Any) -> ClusterExecutor:
    """The executor of a Dask cluster.

    Args:
        client: A distributed.Client, or the address of a scheduler; None for a LocalCluster in processes of its own.
        cluster: Options of the LocalCluster, n_workers=2 for one.

    Raises:
        DefinitionError: Dask is not installed, or options are given beside a client.
    """
    if client is not None and cluster:
        raise DefinitionError("options of a LocalCluster beside a client", cure="give one of the two")
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415 - optional
    except ImportError as error:
        raise DefinitionError("Dask is not installed", cure=install_command("cluster")) from error
    if client is not None and not isinstance(client, str):
        return ClusterExecutor(client.get_executor(), [])
    options: dict[str, Any] = {"dashboard_address": None, **cluster}
    started = [] if client is not None else [LocalCluster(**options)]
    made = Client(client or started[0])
    return ClusterExecutor(made.get_executor(), [made, *started])


class ClusterExecutor(Executor):
    """A Dask cluster as an executor; made by `dask`.

    Args:
        executor: Dask's own.
        made: What has to be closed with it.
    """

    def __init__(self, executor: Executor, made: list[Any]) -> None:
        self._executor = executor
        self._made = made

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a call in the cluster."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further calls, and close the client and the cluster that were made here.

        Args:
            wait: Whether calls that run may end first; Dask cancels them otherwise.
            cancel_futures: Whether calls are dropped even so; Dask has no such word, and waits for none.
        """
        self._executor.shutdown(wait=wait and not cancel_futures)
        for each in self._made:
            each.close()


def _require_workers(workers: int) -> None:
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise DefinitionError(f"workers={workers!r}", cure="give a whole number from 1")
