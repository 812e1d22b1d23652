import { afterEach, describe, expect, it } from "vitest";
import { postern, startNode } from "../adapters/start_process.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { StandaloneWorld } from "./standalone_world.ts";

const paths = {
  publicApi: "/api/public/v1/post/acme/long",
  documentation: "/api/public/v1/openapi.json",
  adminApi: "/api/admin/v1/posts",
  adminDocument: "/api/admin/v1/openapi.json",
  dashboard: "/dashboard",
  signIn: "/dashboard/sign-in",
};

let world: StandaloneWorld;

afterEach(async () => world.close());

/** Requests every path with a key, and returns the statuses. */
async function statusesAt(url: string): Promise<Record<keyof typeof paths, number>> {
  const entries = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      const response = await fetch(url + path, { headers: { "x-api-key": world.key }, redirect: "manual" });
      return [name, response.status];
    }),
  );
  return Object.fromEntries(entries) as Record<keyof typeof paths, number>;
}

const onPublic = {
  publicApi: 200,
  documentation: 200,
  adminApi: 404,
  adminDocument: 404,
  dashboard: 404,
  signIn: 404,
};
const onAdmin = {
  publicApi: 404,
  documentation: 404,
  adminApi: 200,
  adminDocument: 200,
  dashboard: 303,
  signIn: 200,
};

describe("postern serve --admin-port", () => {
  it("serves the admin API and the dashboard on a listener of their own", async () => {
    world = await StandaloneWorld.open("--admin-port", "0");
    const adminUrl = await world.adminUrl();
    expect(await statusesAt(world.url)).toEqual(onPublic);
    expect(await statusesAt(adminUrl)).toEqual(onAdmin);
    for (const url of [world.url, adminUrl]) {
      for (const probe of ["/healthz", "/readyz"]) expect((await fetch(url + probe)).status).toBe(200);
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
    expect(await statusesAt(world.url)).toEqual({ ...onAdmin, publicApi: 200, documentation: 200 });
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
    await fetch(adminUrl + paths.adminApi, { headers: { "x-api-key": world.key } });
    await world.send(paths.publicApi);
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
    const link = await signInLink([], env);
    expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/dashboard/sign-in\\?token=`));
    expect((await fetch(link)).status).toBe(200);
    const { POSTERN_PORT, POSTERN_HOST } = env;
    expect(await signInLink([], { POSTERN_PORT, POSTERN_HOST })).toMatch(/^http:\/\/127\.0\.0\.1:3999\//);
  });

  it.each([
    ["tcp://10.0.0.7:3000", 1, "the port must be a whole number from 0 to 65535"],
    ["0", 2, "Name the dashboard's address with --origin"],
  ])("creates no sign-in link for the port %s", async (port, code, message) => {
    world = await StandaloneWorld.openShared("--log", "none");
    const args = [postern, "user", "sign-in-link", "ann@acme.example", "--storage", world.storage];
    const command = startNode(args, { env: { POSTERN_PORT: port }, cwd: world.directory });
    expect(await command.exit).toBe(code);
    expect(command.output()).toContain(message);
    expect(command.output().trimEnd().split("\n")).toHaveLength(1);
  });

  it.each([
    [["--port", "3999", "--admin-port", "3999"], "--port and --admin-port are both 3999"],
    [["--admin-host", "127.0.0.1"], "--admin-host needs --admin-port"],
    [["--admin-port", "65536"], "the port of --admin-port must be a whole number from 0 to 65535"],
    [["--admin-port", "0", "--admin-host", "203.0.113.1"], "203.0.113.1 is not an address of this machine"],
    [
      ["--admin-port", "0", "--admin-api", "off", "--dashboard", "off"],
      "--admin-port needs --admin-api or --dashboard, and both are off",
    ],
  ])("reports the error of %j in one line", async (flags, message) => {
    world = await StandaloneWorld.open("--log", "none");
    const args = [postern, "serve", "--storage", "memory:", "--port", "0", "--log", "none", ...flags];
    const server = startNode(args, { cwd: world.directory });
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain(message);
    expect(server.output().trimEnd().split("\n")).toHaveLength(1);
  });
});

/** Makes a sign-in link by the command, for the only user of the store. */
async function signInLink(flags: string[], env: Record<string, string> = {}): Promise<string> {
  const users = startNode([postern, "user", "list", "--storage", world.storage, "--json"], { env });
  await users.exit;
  const [user] = JSON.parse(users.output()) as { id: string }[];
  const args = [postern, "user", "sign-in-link", user?.id ?? "", "--storage", world.storage, ...flags];
  const command = startNode(args, { env, cwd: world.directory });
  const [link] = await command.waitFor(/http\S+/);
  await until(async () => command.child.exitCode !== null);
  return link;
}

/** The overview, as the owner of the organization sees it. */
async function overview(adminUrl: string): Promise<string> {
  const token = new URL(await signInLink(["--origin", adminUrl])).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token });
  const signedIn = await fetch(`${adminUrl}/dashboard/sign-in`, { method: "POST", body, redirect: "manual" });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  return (await fetch(`${adminUrl}/dashboard/o/acme`, { headers: { cookie } })).text();
}
