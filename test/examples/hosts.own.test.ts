import { beforeAll, describe, expect, it } from "vitest";
import type { PublicApi } from "../../lib/mod.ts";
import { startNode } from "../adapters/start_process.ts";
import { checks, type Host } from "../hosts/checks.ts";
import { mountedHosts, seedHosts } from "../hosts/mounted_hosts.ts";

/** Checks of parts that the examples leave out. */
const withoutOptions = ["MCP initialize", "signed webhook, and a forged one"];
const ofDashboard = ["dashboard sign-in", "dashboard style sheet"];
const ofOwnPage = ["the host's own page"];
const lacks: Record<string, string[]> = {
  "node_http.js": ofDashboard,
  "Next.js": ofOwnPage,
  Astro: ofOwnPage,
  "React Router": ofOwnPage,
};

let api: PublicApi;
let key = "";
let userId = "";
beforeAll(async () => {
  ({ api, key } = await seedHosts());
  await api.organizations.update("acme", { feeds: true });
  await api.posts.create("acme", { name: "World", html: "<p>Round.</p>" });
  for await (const { id } of api.users.iterate()) userId = id;
});

describe.each(mountedHosts)("mounted in %s", (name, open) => {
  let host: Host;
  beforeAll(async () => {
    const { token } = await api.sessions.createLink(userId);
    const reached = await open();
    const link = `${reached.address}/dashboard/sign-in?token=${token}`;
    host = { ownPage: "", webhookSecret: "", ...reached, key, link };
  });

  const left = new Set([...withoutOptions, ...(lacks[name] ?? [])]);
  it.each(Object.entries(checks).filter(([check]) => !left.has(check)))(
    "passes the check: %s",
    async (_check, check) => {
      await expect(check(host)).resolves.toBeUndefined();
    },
  );

  it("links to the next page of posts at its mount path", async () => {
    const get = async (url: string): Promise<Response> => host.send(new Request(url));
    const address = `${host.address}/content/api/public/v1/post/acme?limit=1&sort=name`;
    const link = /^<([^>]+)>; rel="next"$/.exec((await get(address)).headers.get("link") ?? "")?.[1];
    const next = new URL(link ?? "", address);
    expect(next.pathname).toBe("/content/api/public/v1/post/acme");
    expect(await (await get(next.href)).json()).toMatchObject({ posts: [{ slug: "world" }] });
  });

  it.runIf(/^[a-z_]+\.js$/.test(name))("does not affect the host's routes, bodies and 404", async () => {
    expect(await (await fetch(`${host.address}/about`)).text()).toBe("The host's own page");
    const headers = { "content-type": "application/json" };
    const echo = await fetch(`${host.address}/echo`, { method: "POST", body: '{"a":1}', headers });
    expect(await echo.json()).toEqual({ a: 1 });
    const none = await fetch(`${host.address}/nowhere`);
    expect(none.status).toBe(404);
    expect(none.headers.get("content-type")).not.toBe("application/problem+json");
  });
});

it("runs a host by its name", async () => {
  const host = startNode(["examples/hosts/run.js", "express"], { env: { PORT: "0" } });
  const [, about = "", post = ""] = await host.waitFor(/curl (http:\S+)\n.*curl (http:\S+)/);
  expect(await (await fetch(about)).text()).toBe("The host's own page");
  expect(await (await fetch(post)).json()).toMatchObject({ slug: "hello" });
});
