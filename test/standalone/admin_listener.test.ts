import { describe, expect, it } from "vitest";
import { startPostern } from "../adapters/start_process.ts";
import { longPost, StandaloneWorld } from "./standalone_world.ts";

/** Paths, with the status on the public listener and on the admin listener. */
const paths = [
  [longPost, 200, 404],
  ["/api/public/v1/openapi.json", 200, 404],
  ["/api/admin/v1/posts", 404, 200],
  ["/api/admin/v1/openapi.json", 404, 200],
  ["/dashboard", 404, 303],
  ["/dashboard/sign-in", 404, 200],
] as const;
const onPublic = paths.map(([, status]) => status);
const onAdmin = paths.map(([, , status]) => status);

let world: StandaloneWorld;

/** Requests every path with a key, and returns the statuses. */
async function statusesAt(url: string): Promise<number[]> {
  const init = { headers: { "x-api-key": world.key }, redirect: "manual" } as const;
  return Promise.all(paths.map(async ([path]) => (await fetch(url + path, init)).status));
}

describe("postern serve --admin-port", () => {
  it("serves the admin API and the dashboard on a listener of their own", async () => {
    world = await StandaloneWorld.open("--admin-port", "0", "--keep-alive-timeout", "620");
    const adminUrl = await world.adminUrl();
    expect(await statusesAt(world.url)).toEqual(onPublic);
    expect(await statusesAt(adminUrl)).toEqual(onAdmin);
    for (const url of [world.url, adminUrl]) {
      for (const probe of ["/healthz", "/readyz"]) {
        const { status, headers } = await fetch(url + probe);
        expect([status, headers.get("keep-alive")]).toEqual([200, "timeout=620"]);
      }
    }
  });

  it("treats admin paths on the public listener as unknown paths", async () => {
    world = await StandaloneWorld.open("--admin-port", "0");
    const unknown = await world.send("/nothing");
    for (const path of ["/api/admin/v1", "/api/admin/v1/posts", "/dashboard", "/dashboard/sign-in"]) {
      const { status, headers, body } = await world.send(path, { "x-api-key": world.key });
      expect([status, body]).toEqual([404, unknown.body]);
      expect(Object.keys(headers)).toEqual(Object.keys(unknown.headers));
    }
    const documents = await Promise.all(
      ["/openapi.json", "/docs"].map(async (path) => world.send(`/api/public/v1${path}`)),
    );
    for (const { body } of documents) expect(body.toString()).not.toMatch(/\/api\/admin|\/dashboard/);
  });

  it("has both on the public listener without the flag", async () => {
    world = await StandaloneWorld.open();
    expect(await statusesAt(world.url)).toEqual([200, 200, 200, 200, 303, 200]);
  });

  it("serves by workers that share both listeners, and reloads them", async () => {
    world = await StandaloneWorld.openShared("--admin-port", "0", "--workers", "2");
    const adminUrl = await world.adminUrl();
    for (const state of ["started", "reloaded"]) {
      for (let time = 0; time < 4; time++) {
        expect(await statusesAt(world.url)).toEqual(onPublic);
        expect(await statusesAt(adminUrl)).toEqual(onAdmin);
      }
      if (state === "reloaded") break;
      world.process.child.kill("SIGHUP");
      await world.process.waitFor(/"msg":"Reloaded"/);
    }
    expect(await world.process.stop()).toBe(0);
  });

  it("stops both listeners, and logs the requests of both", async () => {
    world = await StandaloneWorld.open("--admin-port", "0");
    const adminUrl = await world.adminUrl();
    await fetch(`${adminUrl}/api/admin/v1/posts`, { headers: { "x-api-key": world.key } });
    await world.send(longPost);
    expect(await world.process.stop()).toBe(0);
    for (const url of [world.url, adminUrl])
      await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
    const routes = world.lines().flatMap(({ route }) => route ?? []);
    expect(routes).toEqual(["/api/admin/v1/posts", "/api/public/v1/post/{organizationSlug}/{slug}"]);
  });

  it("links from the dashboard to the public listener, or to --api-origin", async () => {
    world = await StandaloneWorld.openShared("--admin-port", "0");
    expect(await overview(await world.adminUrl())).toContain(
      `href="${world.url}/api/public/v1/sitemap/acme"`,
    );
    await world.restart("--admin-port", "0", "--api-origin", "https://api.example");
    expect(await overview(await world.adminUrl())).toContain(
      'href="https://api.example/api/public/v1/sitemap/acme"',
    );
  });

  it("is the target of sign-in links with the same settings", async () => {
    world = await StandaloneWorld.openShared("--admin-port", "0");
    const { port } = new URL(await world.adminUrl());
    const env = { POSTERN_ADMIN_PORT: port, POSTERN_PORT: "3999", POSTERN_HOST: "0.0.0.0" };
    const link = await signInLink("", env);
    expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/dashboard/sign-in\\?token=`));
    expect((await fetch(link)).status).toBe(200);
    const { POSTERN_PORT, POSTERN_HOST } = env;
    expect(await signInLink("", { POSTERN_PORT, POSTERN_HOST })).toMatch(/^http:\/\/127\.0\.0\.1:3999\//);
  });

  it.each([
    ["70000", 1, "POSTERN_PORT must be a whole number from 0 to 65535"],
    ["0", 2, "Name the dashboard's address with --origin"],
  ])("creates no sign-in link for the port %s", async (port, code, message) => {
    world = await StandaloneWorld.openShared("--log", "none");
    const line = `user sign-in-link ann@acme.example --storage ${world.storage}`;
    const command = startPostern(line, { env: { POSTERN_PORT: port }, cwd: world.directory });
    expect(await command.exit).toBe(code);
    expect(command.output()).toContain(message);
    expect(command.output().trimEnd().split("\n")).toHaveLength(1);
  });
});

/** Makes a sign-in link by the command, for the only user of the store. */
async function signInLink(flags = "", env: Record<string, string> = {}): Promise<string> {
  const line = `user sign-in-link ${world.userId} --storage ${world.storage}${flags}`;
  const command = startPostern(line, { env, cwd: world.directory });
  const [link] = await command.waitFor(/http\S+/);
  await command.exit;
  return link;
}

/** The overview, as the owner of the organization sees it. */
async function overview(adminUrl: string): Promise<string> {
  const token = new URL(await signInLink(` --origin ${adminUrl}`)).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token });
  const page = await fetch(`${adminUrl}/dashboard/sign-in?${body}`);
  const headers = { cookie: page.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const init: RequestInit = { method: "POST", body, headers, redirect: "manual" };
  const signedIn = await fetch(`${adminUrl}/dashboard/sign-in`, init);
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  return (await fetch(`${adminUrl}/dashboard/o/acme`, { headers: { cookie } })).text();
}
