import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { type OpenStorage, World } from "./world.ts";

const base = "/api/public/v1";

/** The API through Node's HTTP server: what only a real socket can show. */
export function describeSockets(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage, { limits: { bodyBytes: 100_000 } });
  let server: RunningServer;
  let key: string;
  beforeEach(async () => {
    ({ key } = await world.createKey());
    await world.createPost({ name: "Hello", html: "<p>Grüße 😀</p>" });
    server = await serve(world.api, { port: 0 });
  });
  afterEach(() => server.close());

  /** Sends bytes as they are, and returns all that comes back until the server ends the connection. */
  async function raw(text: string): Promise<string> {
    const socket = connect(server.port, "127.0.0.1");
    socket.setEncoding("utf8");
    let answer = "";
    socket.on("data", (part: string) => (answer += part));
    socket.on("error", () => undefined);
    socket.write(text);
    await once(socket, "close");
    return answer;
  }

  const request = (line: string, ...headers: string[]): string =>
    `${[`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;

  it("returns the same responses as in process", async () => {
    for (const path of [
      "/post/acme",
      "/post/acme/hello",
      "/post/acme/sitemap",
      "/sitemap/acme",
      "/nowhere",
    ]) {
      const [direct, served] = [await world.get(path), await fetch(server.url + base + path)];
      expect(served.status).toBe(direct.status);
      expect(await served.text()).toBe(await direct.text());
      for (const [name, value] of direct.headers) expect(served.headers.get(name)).toBe(value);
    }
  });

  const upload = (...headers: string[]): string =>
    request(`POST ${base}/knowledge-base`, "Expect: 100-continue", ...headers);

  it.each<[refused: string, status: number, headers: () => string[]]>([
    ["no key", 401, () => ["Content-Type: application/json", "Content-Length: 20"]],
    ["an invalid key", 401, () => ["X-Api-Key: x", "Content-Type: application/json", "Content-Length: 20"]],
    [
      "a body that is too long",
      413,
      () => [`X-Api-Key: ${key}`, "Content-Type: application/json", "Content-Length: 100001"],
    ],
    [
      "another media type",
      415,
      () => [`X-Api-Key: ${key}`, "Content-Type: text/plain", "Content-Length: 20"],
    ],
  ])("sends no 100 Continue for %s", async (_refused, status, headers) => {
    const answer = await raw(upload(...headers()));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain("\r\nconnection: close\r\n");
  });

  it("sends 100 Continue for a body that it reads", async () => {
    const body = JSON.stringify({ text: "Opening hours" });
    const socket = connect(server.port, "127.0.0.1");
    socket.setEncoding("utf8");
    let answer = "";
    socket.on("data", (part: string) => {
      if (answer === "") socket.write(body);
      answer += part;
    });
    const headers = [`X-Api-Key: ${key}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
    socket.write(upload(...headers));
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created\r\n/);
  });

  it("sends no body with HEAD, and the length that GET has", async () => {
    const answer = await raw(request(`HEAD ${base}/post/acme/hello`));
    const length = (await fetch(`${server.url}${base}/post/acme/hello`)).headers.get("content-length");
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer.toLowerCase()).toContain(`content-length: ${length}\r\n`);
    expect(answer.endsWith("\r\n\r\n")).toBe(true);
  });

  it("detects a header that is sent twice", async () => {
    const path = `GET ${base}/post/acme`;
    expect(await raw(request(path, `x-api-key: ${key}`))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(request(path, `x-api-key: ${key}`, `X-API-Key: ${key}`))).toMatch(/^HTTP\/1\.1 401 /);
  });

  const kb = (...headers: string[]): string =>
    request(`POST ${base}/knowledge-base`, `x-api-key: ${key}`, "content-type: application/json", ...headers);

  it("accepts a body with a length, and a chunked body", async () => {
    const body = '{"text":"Hi"}';
    expect(await raw(kb(`content-length: ${body.length}`) + body)).toMatch(/^HTTP\/1\.1 201 /);
    const chunks = `5\r\n${body.slice(0, 5)}\r\n8\r\n${body.slice(5)}\r\n0\r\n\r\n`;
    expect(await raw(kb("transfer-encoding: chunked") + chunks)).toMatch(/^HTTP\/1\.1 201 /);
    expect(await raw(kb())).toContain('"code":"missing-body"');
  });

  it("refuses a body over the limit, with or without a content-length", async () => {
    const text = "x".repeat(200_000);
    expect(await raw(kb(`content-length: ${text.length}`) + text)).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = `${(20_000).toString(16)}\r\n${"x".repeat(20_000)}\r\n`;
    const answer = await raw(`${kb("transfer-encoding: chunked")}${chunk.repeat(10)}0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"body-too-large"');
  });

  it("continues to serve after a client disconnects during a body", async () => {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(`${kb("content-length: 50")}{"te`);
    socket.destroy();
    await once(socket, "close");
    expect((await fetch(`${server.url}${base}/post/acme`)).status).toBe(200);
  });

  it.each([
    [`GET ${base}/post/acme/..%2f..%2fsecret`, 404],
    [`GET ${base}/post/acme/%00`, 400],
    [`GET ${base}/post/acme/%`, 400],
    [`GET ${base}/post/acme/${"a".repeat(10_000)}`, 400],
    [`GET ${base}/post/acme/../../../../../etc/passwd`, 400],
    [`GET ${base}/post/%2e%2e/%2e%2e`, 400],
    [`GET ${base}/post/acme/a\\b`, 400],
    ["GET //evil.example/api/public/v1/post/acme", 404],
    ["OPTIONS *", 400],
  ])("responds to %s", async (line, status) => {
    expect(await raw(request(line))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it("reports a port that is in use or invalid", async () => {
    await expect(serve(world.api, { port: server.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await expect(serve(world.api, { port: 65_536 })).rejects.toThrow(RangeError);
    await expect(serve(world.api, { port: 65_536 })).rejects.toThrow(/65536$/);
  });
}
