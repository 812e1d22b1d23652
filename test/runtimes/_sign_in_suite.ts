import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { FormBrowser } from "../oauth/form_browser.ts";
import { providerOf, type Stored } from "../oauth/stored_provider.ts";

const origin = "https://api.example";
const address = `${origin}/content/api/public/v1/mcp/acme/signed-in`;

/**
 * Tests the sign-in of assistants on any runtime, with the OAuth client of the protocol's SDK.
 *
 * @param urlOf returns the URL of the running host, which clients know by another origin, as behind a proxy
 */
export function describeSignIn(urlOf: () => string): void {
  describe("the sign-in of an assistant below a base path", () => {
    /** Sends a request as a proxy does. */
    const send = async (url: string | URL, init?: RequestInit): Promise<Response> => {
      expect(String(url)).toMatch(/^https:\/\/api\.example\//);
      return fetch(String(url).replace(origin, urlOf()), init);
    };
    const browser = new FormBrowser(urlOf);

    it("leads the SDK's client from a 401 to the tools of a key, until the user disconnects it", async () => {
      const stored: Stored = {};
      const transportOf = (): StreamableHTTPClientTransport =>
        new StreamableHTTPClientTransport(new URL(address), {
          authProvider: providerOf(stored),
          fetch: send,
        });
      const client = new Client({ name: "test", version: "1" });
      await expect(client.connect(transportOf())).rejects.toThrow(UnauthorizedError);
      await fetch(`${urlOf()}/host/seed`);
      await browser.signIn(await (await fetch(`${urlOf()}/host/sign-in-url`)).text());
      const { pathname, search } = stored.url as URL;
      await transportOf().finishAuth(await browser.approve(pathname + search));
      const connected = new Client({ name: "test", version: "1" });
      await connected.connect(transportOf());
      const { tools } = await connected.listTools();
      expect(tools.map(({ name }) => name)).toContain("add_knowledge");
      const { refresh_token: refreshToken } = stored.tokens as { refresh_token: string };
      await browser.disconnect();
      await expect(connected.listTools()).rejects.toThrow(UnauthorizedError);
      const { client_id: clientId } = stored.client as { client_id: string };
      const refreshed = await send(`${origin}/content/api/public/v1/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "refresh_token",
          refresh_token: refreshToken,
          client_id: clientId,
        }),
      });
      expect(refreshed.status).toBe(400);
      await connected.close();
    });
  });
}
