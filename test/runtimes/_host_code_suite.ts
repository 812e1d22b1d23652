import { describe, expect, it } from "vitest";
import { startForSuite } from "../servers/release_after_use.ts";
import type { RunningHost } from "./start_host.ts";

interface Sent {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

interface Seen {
  hook?: object;
  identify?: object;
  errors: { message: string; path: string }[];
}

/**
 * Tests the requests that an adapter passes to host code, and the errors of host code. Each runtime's test is one call.
 *
 * @param name the name of the suite in the report
 * @param open starts the host of `hosts/host_code.js`
 * @param options.cannotFetch true if the runtime's `fetch` fails with a request of its own server
 */
export function describeHostCode(
  name: string,
  open: () => Promise<RunningHost>,
  { cannotFetch = false }: { cannotFetch?: boolean } = {},
): void {
  // oxlint-disable-next-line vitest/valid-title -- it is a string, whatever it is called
  describe(name, () => {
    const host = startForSuite(open);
    const send = (path: string, init: Sent = {}): Promise<Response> =>
      fetch(host().url + path, { ...init, headers: { "x-look": "1", ...init.headers }, redirect: "manual" });
    const seen = async (): Promise<Seen> => (await (await send("/seen")).json()) as Seen;
    const looked = (method: string): object => ({
      isRequest: true,
      copy: method,
      init: method,
      headers: "1",
      entries: "1",
      setOnCopy: "changed",
      isAborted: false,
    });
    const fetched: unknown = cannotFetch ? expect.stringContaining("TypeError") : true;
    const post = { method: "POST", body: "text=Hello", headers: { "content-type": "text/plain" } };

    it.each(["/look", "/handler/look"])(
      "is a platform request, with and without a body: %s",
      async (path) => {
        expect(await (await send(path)).json()).toEqual({ ...looked("GET"), fetch: fetched, text: "" });
        const expected = { ...looked("POST"), fetch: fetched, text: "text=Hello" };
        expect(await (await send(path, post)).json()).toEqual(expected);
      },
    );

    it("is a platform request for identify", async () => {
      expect((await send("/dashboard")).status).toBe(401);
      expect((await seen()).identify).toEqual({ ...looked("GET"), fetch: fetched, text: "" });
      const headers = { origin: host().url, "content-type": "application/x-www-form-urlencoded" };
      expect((await send("/dashboard", { ...post, headers })).status).toBe(401);
      expect((await seen()).identify).toEqual({ ...looked("POST"), fetch: fetched, text: "text=Hello" });
    });

    it("is a platform request for a hook", async () => {
      expect((await send("/api/public/v1/post/acme")).status).toBe(404);
      expect((await seen()).hook).toEqual(looked("GET"));
    });

    it("is a platform request for onError", async () => {
      const path = "/api/public/v1/post/broken";
      expect((await send(path)).status).toBe(500);
      expect((await seen()).errors.at(-1)).toEqual({ message: "The source failed", path, ...looked("GET") });
    });

    it("gives a handler that wraps the API a platform response", async () => {
      const response = await send("/api/public/v1/post/acme", { headers: { "x-wrap": "1" } });
      expect([response.status, response.headers.get("x-wrapped")]).toEqual([404, "true"]);
      expect(await response.json()).toMatchObject({ code: "organization-not-found" });
    });

    it.each(["/throw", "/reject", "/handler/throw", "/throw-twice"])(
      "responds with 500 where the host's code fails, and tells onError: %s",
      async (path) => {
        const response = await send(path);
        expect([response.status, await response.text()]).toEqual([500, "Internal Server Error"]);
        expect(response.headers.get("cache-control")).toBe("no-store");
        const message = `The host failed at ${path}`;
        expect((await seen()).errors.at(-1)).toEqual({ message, path, ...looked("GET") });
      },
    );
  });
}
