import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { FormBrowser } from "../oauth/form_browser.ts";
import { providerOf, type Stored } from "../oauth/stored_provider.ts";
import { serveSignIn } from "../oauth/serve_sign_in.ts";
import { runPostern } from "./start_process.ts";

it("postern serve --mcp-sign-in leads an assistant to a user's tools, until it is disconnected", async () => {
  const { url, link, server } = await serveSignIn();
  const stored: Stored = {};
  const address = new URL(`${url}/api/public/v1/mcp/acme/signed-in`);
  const transportOf = (): StreamableHTTPClientTransport =>
    new StreamableHTTPClientTransport(address, { authProvider: providerOf(stored) });
  const client = new Client({ name: "test", version: "1" });
  await expect(client.connect(transportOf())).rejects.toThrow(UnauthorizedError);
  const browser = new FormBrowser(() => url);
  await browser.signIn(link);
  const { origin, pathname, search } = stored.url as URL;
  expect(origin).toBe(url);
  await transportOf().finishAuth(await browser.approve(pathname + search));
  const connected = new Client({ name: "test", version: "1" });
  await connected.connect(transportOf());
  const found = await connected.callTool({ name: "search", arguments: { query: "hello" } });
  expect(found.structuredContent).toMatchObject({ results: [] });
  await browser.disconnect();
  await expect(connected.listTools()).rejects.toThrow(UnauthorizedError);
  await connected.close();
  expect(await server.stop()).toBe(0);
});

it.each([
  ["--mcp-sign-in on", "--mcp-sign-in needs --mcp on, --dashboard on and --api-origin"],
  ["--mcp-sign-in yes --mcp on", "--mcp-sign-in must be one of off, on, registration, and is yes"],
  [
    "--mcp-sign-in on --mcp on --api-origin http://api.example",
    "--api-origin must be an https origin together with oauth",
  ],
])("postern serve %s is refused", (line, reason) => {
  const { code, error } = runPostern(`serve --port 0 --storage memory: ${line}`);
  expect([code, error]).toEqual([
    expect.toSatisfy((one: number) => one > 0),
    expect.stringContaining(reason),
  ]);
});
