import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { startForSuite } from "../servers/release_after_use.ts";
import { describeSignIn } from "./_sign_in_suite.ts";
import type { RunningHost } from "./start_host.ts";

/**
 * Tests the Model Context Protocol over a real socket, on any runtime, with the client of its SDK. Each runtime's test is one call.
 *
 * @param open starts the host of `hosts/mcp_app.js` with an empty store
 */
export function describeMcp(open: () => Promise<RunningHost>): void {
  describe("the Model Context Protocol", () => {
    const host = startForSuite(open);
    let address: string;
    let key: string;
    beforeAll(async () => {
      address = `${host().url}/content/api/public/v1/mcp/acme`;
      const response = await fetch(`${host().url}/host/seed`);
      ({ key } = ((await response.json()) as { editor: { key: string } }).editor);
    });

    const connect = async (
      mode: "legacy" | "auto",
      headers: Record<string, string> = {},
    ): Promise<Client> => {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
      return client;
    };
    const send = async (body: string): Promise<Response> =>
      fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body,
      });

    it.each(["legacy", "auto"] as const)("searches and reads posts, mode %s", async (mode) => {
      const client = await connect(mode);
      const found = await client.callTool({ name: "search", arguments: { query: "Grüße" } });
      expect(JSON.stringify(found.structuredContent)).toContain("Grüße, 世界 😀?");
      const read = await client.callTool({ name: "get_post", arguments: { slug: "first" } });
      expect(read.structuredContent).toMatchObject({ markdown: expect.stringContaining("Ja & nein.") });
      await client.close();
    });

    it("shows and runs the tools that a key permits", async () => {
      const client = await connect("auto", { authorization: `Bearer ${key}` });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("add_knowledge");
      const added = await client.callTool({ name: "add_knowledge", arguments: { text: "Open until nine." } });
      expect(added.isError ?? false).toBe(false);
      await client.close();
      const anonymous = await connect("auto");
      const { tools: fewer } = await anonymous.listTools();
      expect(fewer.map(({ name }) => name)).not.toContain("add_knowledge");
      await anonymous.close();
    });

    it("returns a refusal as an error of the tool", async () => {
      const client = await connect("auto");
      const missing = await client.callTool({ name: "get_post", arguments: { slug: "missing" } });
      expect(missing.isError).toBe(true);
      await client.close();
    });

    it.each([
      ["{", 400],
      ["[]", 400],
      ['{"jsonrpc":"1.0"}', 400],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/none"}', 200],
    ])("answers the malformed message %s with an error of JSON-RPC", async (body, status) => {
      const response = await send(body);
      expect(response.status).toBe(status);
      // A known method is answered as a stream of events.
      expect(await response.text()).toMatch(/"error":\{"code":-\d+/);
    });

    describeSignIn(() => host().url);
  });
}
