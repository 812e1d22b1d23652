import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
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
    const browser = new Browser(urlOf);

    it("leads the SDK's client from a 401 to the tools of a key, until the user disconnects it", async () => {
      const stored: Stored = {};
      const transportOf = (): StreamableHTTPClientTransport =>
        new StreamableHTTPClientTransport(new URL(address), {
          authProvider: providerOf(stored),
          fetch: send,
        });
      const client = new Client({ name: "test", version: "1" });
      await expect(client.connect(transportOf())).rejects.toThrow(UnauthorizedError);
      await browser.signIn();
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

/** The browser of the owner of "acme". */
class Browser {
  readonly #urlOf: () => string;
  #cookie = "";
  #origin = "";

  constructor(urlOf: () => string) {
    this.#urlOf = urlOf;
  }

  async signIn(): Promise<void> {
    await fetch(`${this.#urlOf()}/host/seed`);
    const link = new URL(await (await fetch(`${this.#urlOf()}/host/sign-in-url`)).text());
    this.#origin = link.origin;
    const token = link.searchParams.get("token") ?? "";
    const page = await fetch(this.#urlOf() + link.pathname + link.search);
    this.#cookie = cookieOf(page);
    this.#cookie = cookieOf(await this.#post(link.pathname, { token }));
  }

  /** Connects an assistant to a new key. Returns the parameters that it receives. */
  async approve(path: string): Promise<URLSearchParams> {
    const [page, shown] = await this.#open(path);
    const answer = await this.#post(shown, {
      ...hiddenOf(page),
      act: "allow",
      key: "new",
      name: "Assistant",
      expiresIn: "7d",
      scope: "all",
    });
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get("location") ?? "").searchParams;
  }

  async disconnect(): Promise<void> {
    const [page] = await this.#open("/dashboard/o/acme/assistants");
    const path = /action="([^"]+\/connections\/[^"]+)"/.exec(page)?.[1] ?? "";
    expect((await this.#post(path, hiddenOf(page))).status).toBe(303);
  }

  async #open(path: string): Promise<[page: string, path: string]> {
    const response = await fetch(this.#urlOf() + path, {
      headers: { cookie: this.#cookie },
      redirect: "manual",
    });
    const location = response.headers.get("location");
    if (location !== null) return this.#open(location);
    const page = await response.text();
    expect([response.status, page]).toEqual([200, page]);
    return [page, path];
  }

  async #post(path: string, fields: Record<string, string>): Promise<Response> {
    const headers = { cookie: this.#cookie, origin: this.#origin };
    const body = new URLSearchParams(fields);
    return fetch(this.#urlOf() + path, { method: "POST", body, headers, redirect: "manual" });
  }
}

function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function hiddenOf(page: string): Record<string, string> {
  const found = page.matchAll(/name="(form-token|form-id)" value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value]));
}
