import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { runPostern, startNode } from "./start_process.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
let directory: string;
beforeEach(() => {
  directory = scratchDirectory();
});

function create(flags: string): { code: number | null; output: string } {
  const { code, out, error } = runPostern(`create ${flags}`, { cwd: directory });
  return { code, output: out + error };
}

/** Links the packages of an app to those of the repository, as npm would install them. */
function link(app: string, names: readonly string[]): void {
  for (const name of names) {
    const place = join(app, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(name === "postern" ? repository : join(repository, "node_modules", name), place);
  }
}

const manifestOf = (app: string): { name: string; dependencies: Record<string, string> } =>
  JSON.parse(readFileSync(join(directory, app, "package.json"), "utf8")) as ReturnType<typeof manifestOf>;

describe("postern create", () => {
  it.each([
    ["node", "Hello from Node"],
    ["express", "Hello from Express"],
    ["fastify", "Hello from Fastify"],
    ["koa", "Hello from Koa"],
    ["hono", "Hello from Hono"],
  ])("makes an app with %s that serves a post, a key and the dashboard", async (host, home) => {
    expect(create(`my-api --host ${host} --skip-install`)).toMatchObject({ code: 0 });
    const app = join(directory, "my-api");
    link(app, Object.keys(manifestOf("my-api").dependencies));
    const seed = spawnSync(process.execPath, ["seed.js"], { cwd: app, encoding: "utf8" });
    const { key = "" } = /API key: (?<key>\S+)/.exec(seed.stdout)?.groups ?? {};
    const server = startNode(["server.js"], { cwd: app, env: { PORT: "0" } });
    const [, port = ""] = await server.waitFor(/:(\d+)\. The dashboard/);
    const get = async (path: string): Promise<Response> =>
      fetch(`http://localhost:${port}${path}`, { headers: { "x-api-key": key } });
    const response = await get("/api/public/v1/post/acme/hello");
    expect(response.headers.get("ratelimit")).toContain("r=1999");
    expect(await response.json()).toMatchObject({ name: "Hello" });
    expect((await get("/dashboard")).url).toContain("/dashboard/sign-in");
    expect(await (await get("/")).text()).toContain(home);
  });

  it("does not seed twice", () => {
    create("my-api --host node --skip-install");
    const app = join(directory, "my-api");
    link(app, Object.keys(manifestOf("my-api").dependencies));
    const seed = (): string =>
      spawnSync(process.execPath, ["seed.js"], { cwd: app, encoding: "utf8" }).stdout;
    expect(seed()).toContain("API key");
    expect(seed()).toContain("The organization acme exists");
  });

  it("writes the packages and the setting of a store", () => {
    create("my-api --storage redis+cluster://a:1,b:2 --skip-install");
    expect(Object.keys(manifestOf("my-api").dependencies)).toEqual(["postern", "ioredis"]);
    expect(readFileSync(join(directory, "my-api", "postern.config.mjs"), "utf8")).toContain(
      '"redis+cluster://a:1,b:2"',
    );
    runPostern(["create", "My Files!", "--storage", "fs:data", "--host", "next", "--skip-install"], {
      cwd: directory,
    });
    expect(manifestOf("My Files!")).toMatchObject({ name: "my-files" });
    expect(Object.keys(manifestOf("My Files!").dependencies)).toEqual([
      "postern",
      "next",
      "react",
      "react-dom",
    ]);
    expect(existsSync(join(directory, "My Files!", "app", "blog", "[slug]", "page.js"))).toBe(true);
  });

  it.each([
    ["my-api --storage memory:", "--storage must begin with one of lmdb, fs, sqlite, redis"],
    ["my-api --storage lmdb:", "--storage must begin with one of lmdb, fs, sqlite, redis"],
    ["my-api --host rails", "--host must be one of node, express, fastify, koa, hono, next"],
    ["--skip-install", "DIRECTORY"],
  ])("refuses %j, and writes nothing", (flags, reason) => {
    const { code, output } = create(flags);
    expect(code).toBe(2);
    expect(output).toContain(reason);
    expect(readdirSync(directory)).toEqual([]);
  });

  it("refuses a directory with files", () => {
    writeFileSync(join(directory, "notes.txt"), "mine");
    expect(create(". --skip-install")).toMatchObject({
      code: 1,
      output: expect.stringContaining("is not empty"),
    });
    expect(readdirSync(directory)).toEqual(["notes.txt"]);
  });

  it("is the command of the package create-postern", () => {
    const script = join(directory, "create_postern.js");
    cpSync(join(repository, "packaging/create-postern/create_postern.js"), script);
    link(directory, ["postern"]);
    const { status } = spawnSync(process.execPath, [script, "my-api", "--skip-install"], { cwd: directory });
    expect(status).toBe(0);
    expect(manifestOf("my-api").name).toBe("my-api");
    const read = (file: string): Record<string, unknown> =>
      JSON.parse(readFileSync(join(repository, file), "utf8")) as Record<string, unknown>;
    const { version } = read("package.json");
    expect(read("packaging/create-postern/package.json")).toMatchObject({
      version,
      dependencies: { postern: `^${String(version)}` },
    });
  });
});
