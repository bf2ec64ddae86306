"""What other libraries call what this one has, for the texts of errors alone.

Nothing has two names here.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_DECLARED: Final = 'schemas({}, "openai"), or another provider'
# What each is here, and what it is called elsewhere.
_OF_PACKAGE: Final[Mapping[str, str]] = {
    "Tool": "AgentTool BaseTool",
    "Tool.from_function": "StructuredTool create_tool_from_function",
    "Tool.declare": "ExternalTool FrontendTool RawFunctionTool",
    "tool": "agent_tool ai_function beta_tool component function_tool kernel_function register_tool",
    "Registry": "BaseToolkit FunctionToolset ToolCollection ToolManager ToolRegistry ToolSet Toolkit Toolset",
    "Dispatcher": "Executor ToolCaller ToolExecutor ToolInvoker ToolNode ToolRunner execute_tool execute_tool_calls",
    "ToolContext": "AgentContext Context RunContext RunContextWrapper ToolRuntime",
    "ToolCall": "FunctionCall FunctionToolCall ToolCallPart ToolUse ToolUseBlock",
    "ToolError": "ModelRetry ToolException ToolExecutionError",
    "ArgumentError": "InvalidArguments ValidationError",
    "Inject": "Depends InjectedState InjectedToolArg Injected",
    "CallId": "InjectedToolCallId",
    'Annotated[T, "text"], or Field of pydantic beside the type': "Field Param Parameter",
    'response_format="content_and_artifact" of @tool': "ToolReturn",
    "messages(results)": "ToolMessage ToolReturnPart",
    "ToolDescriptor": "FunctionDeclaration FunctionDefinition ToolDefinition ToolSpec",
    "read_only=, destructive=, idempotent= and open_world= of @tool": "ToolAnnotations",
    _DECLARED.format("tools"): (
        "convert_to_openai_function convert_to_openai_tool function_schema function_to_schema get_function_schema"
        " get_json_schema to_openai"
    ),
    "Dispatcher(tools).dispatch(call)": "call_tool invoke_tool run_tool",
}
_OF_OBJECTS: Final[Mapping[str, Mapping[str, str]]] = {
    "Tool": {
        "from_function": "from_callable from_defaults",
        "declare(name, description, schema, handler=function)": "from_schema",
        "of(tool), with renamed, described and with_arguments": "from_tool",
        "input_schema": "args args_json_schema inputSchema inputs json_schema parameters params_json_schema schema",
        "output_schema": "outputSchema output_type outputs returns",
        _DECLARED.format("tool"): (
            "declaration definition get_definition model_dump openai_schema spec to_dict to_openai to_openai_tool"
            " to_schema tool_definition tool_spec"
        ),
        "function": "callback callable fn func handler",
        "invoke(arguments)": "call forward invoke_json on_invoke_tool run_json",
        "await ainvoke(arguments)": "acall aexecute arun",
        "renamed, described, with_arguments or replace(tool, ...)": "copy model_copy with_name with_description",
    },
    "Registry": {
        "list(registry)": "all get_all get_tools items list list_tools to_list tools values",
        "names()": "keys list_names tool_names",
        "add": "add_function add_tool append extend insert merge register register_function register_tool update",
        "get(name)": "get_tool lookup",
        "remove": "delete discard pop remove_tool unregister",
        _DECLARED.format("registry"): (
            "as_tools declarations definitions get_definitions get_schemas schemas specs to_dict to_openai tool_specs"
        ),
        "Dispatcher(registry).dispatch(call)": "call call_tool dispatch execute execute_tool invoke run run_tool",
        "Dispatcher(registry).dispatch_all(message)": "call_all dispatch_all execute_all handle",
    },
    "Dispatcher": {
        "dispatch(call), or dispatch_all(message)": (
            "call_tool execute execute_tool execute_tool_call handle invoke process run run_tool"
        ),
        "dispatch_all(message)": "call_all dispatch_many execute_all execute_tool_calls handle_all invoke_all run_all",
        "await adispatch(call), or adispatch_all(message)": "aexecute ahandle ainvoke arun",
        _DECLARED.format("registry"): "declarations definitions get_schemas get_tools schemas tools to_openai",
        "messages(results)": "get_messages messages to_messages",
        "add of its registry": "add add_tool register register_tool",
        "middleware= of Dispatcher": "add_middleware middleware use",
        "hooks= of Dispatcher": "add_hook add_listener callbacks hook hooks on",
    },
    "ToolResult": {
        "text for the model, and value for the program": "content contents data output result return_value returned",
        "ok, and kind": "failed isError is_error status success",
        "to_message()": "as_message json message model_dump to_anthropic to_openai",
        "call.id": "call_id id tool_call_id tool_use_id",
        "call.name": "name tool tool_name",
        "error.exception": "exception",
        "seconds": "duration elapsed",
        "artifact": "artifacts details metadata",
        "repairs": "repaired warnings",
    },
    "ToolCall": {
        "arguments": "args function_args input kwargs parameters tool_args tool_input",
        "name": "function function_name tool tool_name",
        "id": "call_id tool_call_id tool_use_id",
    },
    "ToolContext": {
        "logging of Python, or report_progress": "critical debug error info log logger warn warning",
        "deps": (
            "actions agent client context dependencies get_state invocation_state lifespan_context memory request"
            " request_context run_context runtime session set_state state store user"
        ),
        "call.id; a parameter Annotated[str, CallId] gets it": "call_id request_id tool_call_id tool_use_id",
        "call.name": "tool_name",
        "call.arguments": "arguments tool_arguments tool_input",
        "report_progress": "progress stream_writer",
        "approval= of @tool": "elicit request_confirmation tool_confirmation",
        "cancelled.is_set()": "is_cancelled",
    },
}


def name_in_package(package: str, name: str) -> str:
    """What stands in the place of a name that a package has not; "" where nothing does, or the name is a module's.

    Args:
        package: The library, or a package of it.
        name: The name.
    """
    if find_spec(f"{package}.{name}"):
        return ""
    library = import_module("toolkit")
    submodules = [each for each in sorted(dir(library)) if each not in library.__all__ and each[0] != "_"]
    homes = ("toolkit", *(f"toolkit.{each}" for each in submodules))
    home = next((each for each in homes if name in _public(import_module(each))), "")
    return f"{home}.{name}" if home else _known(_OF_PACKAGE, name)


def _public(module: Any) -> Iterable[str]:
    own = (name for name, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__)
    return getattr(module, "__all__", own)


def name_on_object(cls: type, name: str) -> str:
    """What stands in the place of an attribute that the objects of a class have not; "" where nothing does."""
    tables = (_OF_OBJECTS[each.__name__] for each in cls.__mro__ if each.__name__ in _OF_OBJECTS)
    return next((found for table in tables if (found := _known(table, name))), "")


def _known(table: Mapping[str, str], name: str) -> str:
    return next((here for here, names in table.items() if name in names.split()), "")
