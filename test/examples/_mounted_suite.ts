import { describe, expect, it } from "vitest";

/** Sends a request to a host, and returns its response. */
export type Answer = (request: Request) => Promise<Response>;

/** Path of the API in every host of `examples/hosts/`. */
export const apiPath = "/content/api/public/v1";

interface Mounted {
  answer: Answer;
  /** Returns a key of the organization `acme`. */
  key: () => string;
}

/** Tests of the API that is mounted at `/content` in any host. The organization `acme` has the posts `hello` and `world`. */
export function describeMounted({ answer, key }: Mounted): void {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    answer(new Request(`http://localhost${path}`, init));
  const addText = async (body: string, type: string): Promise<Response> => {
    const headers = { "x-api-key": key(), "content-type": type };
    return send(`${apiPath}/knowledge-base`, { method: "POST", body, headers });
  };

  describe("the API", () => {
    it("serves posts, page by page, and a sitemap", async () => {
      const first = await send(`${apiPath}/post/acme?limit=1&sort=name`);
      expect(first.status).toBe(200);
      const next = /^<(\/content\/[^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1];
      const { posts } = (await (await send(next ?? "")).json()) as { posts: { slug: string }[] };
      expect(posts.map(({ slug }) => slug)).toEqual(["world"]);
      expect(await (await send(`${apiPath}/sitemap/acme`)).text()).toContain("<urlset");
    });

    it("counts the requests of a key", async () => {
      const response = await send(`${apiPath}/post/acme`, { headers: { "x-api-key": key() } });
      expect(response.status).toBe(200);
      expect(response.headers.get("ratelimit")).toMatch(/^"daily";r=1\d{3};t=\d+$/);
    });

    it("responds with 304 to the ETag of a post", async () => {
      const response = await send(`${apiPath}/post/acme/hello`);
      expect(await response.json()).toMatchObject({ slug: "hello" });
      const headers = { "if-none-match": response.headers.get("etag") ?? "" };
      const again = await send(`${apiPath}/post/acme/hello`, { headers });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    });

    it("handles HEAD and preflights", async () => {
      const head = await send(`${apiPath}/post/acme/hello`, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      expect(head.headers.get("etag")).toMatch(/^"/);
      const headers = { origin: "https://acme.example", "access-control-request-method": "GET" };
      const preflight = await send(`${apiPath}/post/acme/hello`, { method: "OPTIONS", headers });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-methods")).toContain("GET");
    });

    it("reads bodies itself", async () => {
      const added = await addText('{"text":"Grüße"}', "application/json");
      expect([added.status, await added.json()]).toMatchObject([201, { characters: 5 }]);
      expect((await addText("{", "application/json")).status).toBe(400);
    });

    it("refuses bodies of another type, and long bodies", async () => {
      expect((await addText("text", "application/xml")).status).toBe(415);
      const long = JSON.stringify({ text: "a".repeat(2 ** 20) });
      expect((await addText(long, "application/json")).status).toBe(413);
    });

    it("responds to errors with problems of its mount path", async () => {
      const response = await send(`${apiPath}/post/nobody`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        type: "/content/api/public/v1/docs/problems#organization-not-found",
      });
    });

    it("responds to unknown paths and methods below its root", async () => {
      const unknown = await send(`${apiPath}/nowhere`);
      expect(unknown.status).toBe(404);
      expect(await unknown.json()).toMatchObject({ code: "path-not-found" });
      const headers = { "content-type": "application/json" };
      const refused = await send(`${apiPath}/post/acme`, { method: "DELETE", headers });
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")).toContain("GET");
    });
  });
}
