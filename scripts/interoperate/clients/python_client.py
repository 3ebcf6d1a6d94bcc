"""Uses all six tools through the Python SDK. Arguments: the program. Fails with an exception."""
import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import McpError
from mcp.types import CancelledNotification, CancelledNotificationParams, ClientNotification

ENVIRONMENT = {name: os.environ[name] for name in ("HOME", "OPENPROGRAM_MCP_TOKEN", "INTEROP_KEY")}


def text(result):
    assert not result.isError, result
    return result.content[0].text


async def refused(call, code):
    try:
        await call
    except McpError as error:
        assert error.error.code == code, error.error
        return
    raise AssertionError("not refused")


async def use(session):
    opened = await session.initialize()
    assert opened.protocolVersion == "2025-11-25" and opened.serverInfo.name == "openprogram", opened
    names = [tool.name for tool in (await session.list_tools()).tools]
    assert names == ["sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"], names
    assert [t["name"] for t in json.loads(text(await session.call_tool("tools_list", {})))] == ["memory_search"]

    reports = []

    async def report(progress, total, message):
        reports.append(progress)

    found = await session.call_tool("tool_call", {"name": "memory_search", "arguments": {"query": "crane"}}, progress_callback=report)
    assert "The crane stays." in text(found), found
    assert reports == sorted(set(reports)) and reports, reports

    sent = json.loads(text(await session.call_tool("prompt_send", {"prompt": "Hello"})))
    assert not sent["failed"] and sent["text"] == "Understood: Hello", sent
    session_id = sent["session_id"]
    branch = json.loads(text(await session.call_tool("session_get", {"session_id": session_id})))
    assert [m["role"] for m in branch] == ["user", "assistant"], branch
    assert session_id in [s["id"] for s in json.loads(text(await session.call_tool("sessions_list", {})))]
    assert json.loads(text(await session.call_tool("prompt_cancel", {"session_id": session_id})))["cancelled"] is False

    await refused(session.call_tool("no_such_tool", {}), -32601)
    await refused(session.call_tool("session_get", {}), -32602)
    await refused(session.call_tool("tool_call", {"name": "bash", "arguments": {}}), -32601)
    await cancel(session, session_id)


async def cancel(session, session_id):
    """A cancelled prompt ends in code 0, and the session goes on."""
    number = session._request_id
    slow = asyncio.create_task(session.call_tool("prompt_send", {"prompt": "Answer slowly", "session_id": session_id}))
    while session._request_id == number:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)
    await session.send_notification(ClientNotification(CancelledNotification(
        params=CancelledNotificationParams(requestId=number))))
    await refused(slow, 0)
    again = json.loads(text(await session.call_tool("prompt_send", {"prompt": "Go on", "session_id": session_id})))
    assert again["text"] == "Understood: Go on", again


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp", "serve"], env=ENVIRONMENT)
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write) as session:
            await use(session)


asyncio.run(main())
