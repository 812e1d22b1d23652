import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { createClient } from "../../lib/api/client/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { isMissing, startCaddy, type StartedProxy, startNginx } from "./_started_proxy.ts";

/** Configurations that remove the prefix `/content` from the paths of requests. */
const proxies = {
  nginx: {
    start: startNginx,
    code: "location /content/ { proxy_pass http://127.0.0.1:3000/; proxy_set_header Host $http_host; }",
  },
  caddy: {
    start: startCaddy,
    code: "acme.example {\n\thandle_path /content/* {\n\t\treverse_proxy 127.0.0.1:3000\n\t}\n}\n",
  },
};

describe.each(["nginx", "caddy"] as const)("behind a prefix that %s removes", (name) => {
  describe.skipIf(isMissing(name))("the references of responses", () => {
    let proxy: StartedProxy;
    let key = "";
    let origin = "";
    beforeAll(async () => {
      const api = createPublicApi({ storage: slowDriver(memoryDriver(), 3), adminApi: true });
      await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      for (const slug of ["old", "two"]) {
        const input = { name: slug, slug, html: "<p>shared</p>", tags: [slug], aliases: [`/was/${slug}`] };
        await api.posts.create("acme", input);
      }
      await api.posts.update({ organizationSlug: "acme", slug: "old" }, { slug: "neu-über" });
      const { id: userId } = await api.users.create({ name: "Ada" });
      await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
      ({ key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Test" }));
      const server = await serve(api, { port: 0, hostname: "127.0.0.1" });
      releaseAfterUse(() => server.close());
      const { start, code } = proxies[name];
      proxy = await start(code, server.port);
      origin = `${proxy.origin}/content`;
    });

    const send = async (path: string, init: Omit<RequestInit, "headers"> = {}): Promise<Response> =>
      fetch(origin + path, {
        redirect: "manual",
        ...init,
        headers: { "x-api-key": key, "content-type": "application/json" },
      });
    /** Returns the address to which a response points. */
    const target = (response: Response, reference: string | null | undefined): string =>
      new URL(reference ?? "", response.url).href;

    it.each(["old", "old/", "old?fields=slug", "%6fld"])("%s leads to the present slug", async (path) => {
      const moved = await send(`/api/public/v1/post/acme/${path}`);
      expect(moved.status).toBe(308);
      const response = await fetch(target(moved, moved.headers.get("location")));
      expect(await response.json()).toMatchObject({ slug: "neu-über" });
    });

    it.each([
      "post/acme?limit=1",
      "tags/acme?limit=1",
      "redirects/acme?limit=1",
      "search/acme?q=shared&limit=1",
    ])("%s names its next page", async (path) => {
      const first = await send(`/api/public/v1/${path}`);
      const link = first.headers.get("link") ?? "";
      const next = await fetch(target(first, /^<(.*)>/.exec(link)?.[1]));
      expect([next.status, next.url.startsWith(`${origin}/api/public/v1/`)]).toEqual([200, true]);
    });

    it("a created post is at its address", async () => {
      for (const [method, path, name] of [
        ["POST", "posts", "one"],
        ["POST", "posts/", "second"],
        ["PUT", "posts/three", "three"],
      ] as const) {
        const body = JSON.stringify({ name, html: "" });
        const created = await send(`/api/admin/v1/${path}`, { method, body });
        expect(created.status).toBe(201);
        const { slug } = (await created.json()) as { slug: string };
        const location = target(created, created.headers.get("location"));
        const response = await fetch(location, { headers: { "x-api-key": key } });
        expect(await response.json()).toMatchObject({ slug });
      }
    });

    it.each(["with a key", "without a key"])("the client follows a renamed post %s", async (how) => {
      const client = createClient({
        baseUrl: origin,
        organizationSlug: "acme",
        ...(how === "with a key" && { apiKey: key }),
      });
      expect((await client.getPost("old")).data.slug).toBe("neu-über");
      expect(await client.getPostMarkdown("old")).toMatchObject({
        data: expect.stringContaining("neu-über") as string,
      });
    });
  });
});
