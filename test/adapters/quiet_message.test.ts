import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { HattipHandler } from "@hattip/core";
import { describe, expect, it } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { requestClass } from "../../adapters/node/quiet_message.ts";

type Handle = (incoming: IncomingMessage) => Promise<string> | string;

/** Starts a server with a host's handler, which gets Node's message. */
async function start(handle: Handle): Promise<RunningServer> {
  const handler: HattipHandler = async ({ platform }) =>
    new Response(await handle((platform as { request: IncomingMessage }).request));
  const server = await serve({ handler }, { port: 0 });
  releaseAfterUse(() => server.close());
  return server;
}

async function read(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

it("is a message of Node where Node has no method that drops a body", () => {
  expect(requestClass({})).toBe(IncomingMessage);
  expect(requestClass(IncomingMessage.prototype)).not.toBe(IncomingMessage);
  expect(requestClass()).toBe(requestClass(IncomingMessage.prototype));
});

describe("the message of a request", () => {
  it("emits no events without listeners if it has no body", async () => {
    const events: unknown[] = [];
    let message: IncomingMessage | undefined;
    const server = await start((incoming) => {
      message = incoming;
      const emit = incoming.emit.bind(incoming);
      incoming.emit = (name: string, ...rest: unknown[]) => events.push(name) > 0 && emit(name, ...rest);
      return "Hello";
    });
    expect(await (await fetch(server.url)).text()).toBe("Hello");
    await server.close();
    expect(events).toEqual([]);
    expect(message).toMatchObject({ complete: true, readableEnded: true, aborted: false });
  });

  it("emits `end` to a handler that reads it", async () => {
    const { url } = await start(async (incoming) => {
      incoming.resume();
      await once(incoming, "end");
      return `ended ${incoming.readableEnded}`;
    });
    expect(await (await fetch(url)).text()).toBe("ended true");
  });

  it("can be read late", async () => {
    const { url } = await start(async (incoming) => {
      await new Promise((resolve) => setImmediate(resolve));
      return `read "${await read(incoming)}"`;
    });
    expect(await (await fetch(url)).text()).toBe('read ""');
  });

  it("can be read after the response", async () => {
    let message: IncomingMessage | undefined;
    const { url } = await start((incoming) => {
      message = incoming;
      return "Hello";
    });
    await (await fetch(url)).text();
    expect(message && (await read(message))).toBe("");
  });

  it.each(["end", "close"])("emits %s to a listener that does not read", async (event) => {
    let told: Promise<unknown> | undefined;
    const { url } = await start((incoming) => {
      told = once(incoming, event);
      return "Hello";
    });
    await (await fetch(url)).text();
    expect(await told).toEqual([]);
  });

  it("reports that the client has disconnected", async () => {
    let told: (incoming: IncomingMessage) => void = () => undefined;
    const gone = new Promise<IncomingMessage>((resolve) => (told = resolve));
    const { port } = await start(async (incoming) => {
      socket.destroy();
      await new Promise((resolve) => incoming.on("close", resolve));
      told(incoming);
      return "Hello";
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(await gone).toMatchObject({ aborted: true, destroyed: true });
  });

  it("has a body that can be read, and discards an unread body", async () => {
    const { port } = await start(async (incoming) =>
      incoming.url === "/read" ? `read ${(await read(incoming)).length}` : "left",
    );
    const socket = connect(port, "127.0.0.1");
    let answers = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (answers += chunk));
    const post = (path: string, end = ""): string =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n${end}\r\n${"a".repeat(100_000)}`;
    socket.write(post("/left") + post("/read") + post("/left") + post("/read", "Connection: close\r\n"));
    await once(socket, "close");
    expect(answers.match(/left|read \d+/g)).toEqual(["left", "read 100000", "left", "read 100000"]);
  });
});
