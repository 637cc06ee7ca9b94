"""A browser without a screen, for tests of what it shows in a window of `termgames serve`."""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pyte

from tests.terminal import TIMEOUT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_NAMED = {"enter": ("Enter", 13, "\r"), "escape": ("Escape", 27, "")}


class Browser:
    """One tab, by the protocol of its DevTools. What the page got over its web socket is fed to a
    terminal, since the page itself draws on a canvas."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listening = asyncio.create_task(self._listen())
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.faults: list[str] = []
        """What its console says of errors, and which requests went elsewhere."""
        self.asked: list[str] = []
        """The addresses that it asked for."""

    async def _listen(self) -> None:
        async for message in self._socket:
            said = message.json()
            if "id" in said:
                self._answers.pop(said["id"]).set_result(said)
                continue
            params = said["params"]
            match said["method"]:
                case "Network.webSocketFrameReceived" if params["response"]["opcode"] == 2:
                    self._stream.feed(base64.b64decode(params["response"]["payloadData"]))
                case "Network.webSocketFrameSent":
                    sent = params["response"]["payloadData"]
                    if size := re.fullmatch(r'\["resize",\{"width":(\d+),"height":(\d+)\}\]', sent):
                        self.screen.resize(int(size[2]), int(size[1]))
                case "Network.requestWillBeSent":
                    self.asked.append(params["request"]["url"])
                case "Log.entryAdded" if params["entry"]["level"] == "error":
                    self.faults.append(params["entry"]["text"])
                case "Runtime.exceptionThrown":
                    self.faults.append(params["exceptionDetails"]["text"])

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        said = await asyncio.wait_for(answer, TIMEOUT)
        assert "result" in said, said
        result: dict[str, Any] = said["result"]
        return result

    async def open(self, url: str) -> None:
        for domain in ("Network", "Page", "Log", "Runtime"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=url)

    async def press(self, *keys: str) -> None:
        """Keys by their character, or `enter` and `escape`."""
        for key in keys:
            name, code, text = _NAMED.get(key, (key, 0, key))
            about = {"key": name, "windowsVirtualKeyCode": code, "text": text}
            await self.call("Input.dispatchKeyEvent", type="keyDown", **about)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    async def wait_for(self, *texts: str) -> None:
        """Until all of them stand in the window, with any number of blanks."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not all(text in " ".join(self.shown.split()) for text in texts):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{texts} never came:\n{self.shown}\n{self.faults}") from None

    @property
    def shown(self) -> str:
        """The window, a line a row."""
        return "\n".join(self.screen.display)

    async def until(self, text: str) -> None:
        """Until the page itself says this."""
        async with asyncio.timeout(TIMEOUT):
            said = ""
            while text not in said:
                answer = await self.call("Runtime.evaluate", expression="document.body.innerText")
                said = str(answer["result"]["value"])

    async def picture(self, path: Path) -> None:
        """Keep what it shows as PNG."""
        said = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(said["data"]))

    def close(self) -> None:
        self._listening.cancel()


@asynccontextmanager
async def browser(profile: Path, *, size: tuple[int, int] = (1000, 700)) -> AsyncIterator[Browser]:
    """A browser with an empty profile; it ends with the block."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
        *("--disable-background-networking", "--disable-component-update", "--mute-audio"),
        *("--disable-dev-shm-usage", f"--window-size={size[0]},{size[1]}"),
        *(f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank"),
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
        env=os.environ | {"HOME": str(profile)},
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(TIMEOUT):
            found = None
            while found is None:
                line = (await process.stderr.readline()).decode()
                assert line, "the browser ended"
                found = re.search(r"DevTools listening on ws://(\S+?)/", line)
        drain = asyncio.create_task(process.stderr.read())
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{found[1]}/json/list") as answer:
                (tab,) = [each for each in await answer.json() if each["type"] == "page"]
            url = tab["webSocketDebuggerUrl"]
            async with session.ws_connect(url, max_msg_size=0) as socket:
                page = Browser(socket)
                try:
                    yield page
                finally:
                    page.close()
        drain.cancel()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
