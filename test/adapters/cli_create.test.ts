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
import ts from "typescript";
import { hostNames } from "../../adapters/cli/create/starters.ts";
import { freePort } from "../free_port.ts";
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

interface Manifest {
  name: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifestOf = (app: string): Manifest =>
  JSON.parse(readFileSync(join(directory, app, "package.json"), "utf8")) as Manifest;

/** Parses scripts as JavaScript. Types in them are an error. */
function parseJavaScript(paths: readonly string[]): { diagnostics: string[]; sources: string[] } {
  const program = ts.createProgram(paths, { allowJs: true, noResolve: true, noLib: true, types: [] });
  const sources = paths.map((path) => program.getSourceFile(path));
  const found = sources.flatMap((source) => program.getSyntacticDiagnostics(source));
  return {
    diagnostics: found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")),
    sources: sources.map((source) => source?.text ?? ""),
  };
}

const linkedHosts = [
  ["node", "Hello from Node"],
  ["express", "Hello from Express"],
  ["fastify", "Hello from Fastify"],
  ["koa", "Hello from Koa"],
  ["hono", "Hello from Hono"],
] as const;

describe("postern create", () => {
  it.each(linkedHosts)(
    "makes an app with %s that serves a post, a key and the dashboard",
    async (host, home) => {
      expect(create(`my-api --host ${host} --js --skip-install`)).toMatchObject({ code: 0 });
      const app = join(directory, "my-api");
      link(app, Object.keys(manifestOf("my-api").dependencies));
      const seed = spawnSync(process.execPath, ["seed.js"], { cwd: app, encoding: "utf8" });
      const { key = "" } = /API key: (?<key>\S+)/.exec(seed.stdout)?.groups ?? {};
      const port = await freePort();
      const server = startNode(["server.js"], { cwd: app, env: { PORT: String(port) } });
      await server.waitFor(new RegExp(`:${port}. The dashboard`));
      const get = async (path: string): Promise<Response> =>
        fetch(`http://localhost:${port}${path}`, { headers: { "x-api-key": key } });
      const response = await get("/api/public/v1/post/acme/hello");
      expect(response.headers.get("ratelimit")).toContain("r=1999");
      expect(await response.json()).toMatchObject({ name: "Hello" });
      expect((await get("/dashboard")).url).toContain("/dashboard/sign-in");
      expect(await (await get("/")).text()).toContain(home);
    },
  );

  it.each(linkedHosts)("makes an app with %s whose types hold", (host) => {
    create(`my-api --host ${host} --skip-install`);
    const app = join(directory, "my-api");
    const { dependencies, devDependencies } = manifestOf("my-api");
    link(app, [
      ...Object.keys(dependencies),
      ...Object.keys(devDependencies).filter((name) => name !== "tsx"),
    ]);
    const tsc = join(repository, "node_modules/typescript-7/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc], { cwd: app, encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it.each(hostNames)("writes an app with %s in JavaScript, without types", (host) => {
    create(`my-api --host ${host} --js --skip-install`);
    const app = join(directory, "my-api");
    const files = readdirSync(app, { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => /\.tsx?$|tsconfig/.test(name))).toEqual([]);
    const scripts = files.filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(2);
    const { diagnostics, sources } = parseJavaScript(scripts.map((name) => join(app, name)));
    expect(diagnostics).toEqual([]);
    const imported = sources.flatMap((text) => text.match(/"\.{1,2}\/[^"]+"/g) ?? []);
    expect(imported.filter((specifier) => !/\.m?js"$/.test(specifier))).toEqual([]);
  });

  it.each([
    ["npm/11.0.0 node/v24.0.0", "node", ["npm install", "npm run seed", "npm start"]],
    ["pnpm/10.0.0 npm/? node/v24.0.0", "express", ["pnpm install", "pnpm run seed", "pnpm start"]],
    ["yarn/1.22.0 npm/? node/v24.0.0", "next", ["yarn install", "yarn run seed", "yarn run dev"]],
    ["bun/1.4.0 npm/? node/v24.0.0", "koa", ["bun install", "bun run seed", "bun run start"]],
    ["npm/11.0.0 node/v24.0.0", "deno", ["deno install", "deno task seed", "deno task start"]],
    ["npm/11.0.0", "workers", ["npm install", "npm start", "npm run seed # in a second terminal"]],
  ])("prints the commands of %s for %s", (agent, host, commands) => {
    const { out } = runPostern(["create", "it's new", "--host", host, "--skip-install"], {
      cwd: directory,
      env: { npm_config_user_agent: agent },
    });
    const [, ...lines] = out.trim().split(/\n\s*/).slice(1);
    expect(lines).toEqual([String.raw`cd 'it'\''s new'`, ...commands]);
  });

  it("does not seed twice", () => {
    create("my-api --host node --js --skip-install");
    const app = join(directory, "my-api");
    link(app, Object.keys(manifestOf("my-api").dependencies));
    const seed = (): string =>
      spawnSync(process.execPath, ["seed.js"], { cwd: app, encoding: "utf8" }).stdout;
    expect(seed()).toContain("API key");
    const second = seed();
    expect(second).toContain("/dashboard/sign-in?token=");
    expect(second).not.toContain("API key");
  });

  it.each([
    ["lmdb:data", { lmdb: expect.stringMatching(/^\^3/) as string }],
    ["fs:data", {}],
    ["sqlite:./data.db", process.getBuiltinModule("node:sqlite") ? {} : { "better-sqlite3": "^12" }],
    ["redis://a:1", { ioredis: expect.stringMatching(/^\^5/) as string }],
    ["rediss+sentinel://a:1/b", { ioredis: expect.stringMatching(/^\^5/) as string }],
    ["postgres://a/b", { pg: expect.stringMatching(/^\^8/) as string }],
    ["postgresql://a/b", { pg: expect.stringMatching(/^\^8/) as string }],
  ])("writes the package of the store %s", (storage, expected) => {
    create(`my-api --storage ${storage} --skip-install`);
    const { postern: _postern, ...packages } = manifestOf("my-api").dependencies;
    expect(packages).toEqual(expected);
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
    expect(existsSync(join(directory, "My Files!", "app", "blog", "[slug]", "page.tsx"))).toBe(true);
  });

  it.each([
    ["my-api --storage memory:", "--storage must begin with one of lmdb, fs, sqlite, redis"],
    ["my-api --storage constructor:x", "--storage must begin with one of lmdb, fs, sqlite, redis"],
    ["my-api --storage lmdb:", "--storage must begin with one of lmdb, fs, sqlite, redis"],
    ["my-api --host rails", "--host must be one of node, express, fastify, koa, hono, next, workers, deno"],
    ["my-api --host workers --storage fs:data", "the data of the host workers is in Durable Objects"],
    ["my-api --host deno --storage lmdb:.postern/data", "the data of the host deno is in Deno KV"],
    ["my-api --typescript", "--typescript"],
    ["my-api other-api", 'Unknown argument "other-api"'],
    ["my-api --js=maybe", "--js"],
    ["--skip-install", "DIRECTORY"],
  ])("refuses %j, and writes nothing", (flags, reason) => {
    const { code, output } = create(flags);
    expect(code).toBe(2);
    expect(output).toContain(reason);
    expect(readdirSync(directory)).toEqual([]);
  });

  it("refuses an empty name", () => {
    const { code, error } = runPostern(["create", " ", "--skip-install"], { cwd: directory });
    expect([code, error]).toEqual([2, expect.stringContaining("DIRECTORY is empty")]);
  });

  it.each(["notes.txt", ".git", "sub/folder"])(
    "refuses a directory that has %s, and changes nothing",
    (name) => {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), "mine");
      const before = readdirSync(directory, { recursive: true });
      const { code, output } = create(". --skip-install");
      expect([code, output]).toEqual([1, expect.stringContaining("is not empty")]);
      expect(readdirSync(directory, { recursive: true })).toEqual(before);
      expect(readFileSync(join(directory, name), "utf8")).toBe("mine");
    },
  );

  it.each([
    ["notes.txt", "notes.txt is a file"],
    ["notes.txt/my-api", "ENOTDIR"],
  ])("refuses the place %s", (place, reason) => {
    writeFileSync(join(directory, "notes.txt"), "mine");
    expect(create(`${place} --skip-install`)).toEqual({ code: 1, output: expect.stringContaining(reason) });
    expect(readFileSync(join(directory, "notes.txt"), "utf8")).toBe("mine");
  });

  it("lists the commands that are left after a failed installation", () => {
    const { code, error } = runPostern("create my-api --host node", {
      cwd: directory,
      env: { PATH: directory },
    });
    expect(code).toBe(1);
    expect(error).toContain('Cannot run "npm install": npm was not found');
    expect(error).toContain("cd my-api && npm install && npm run seed && npm start");
  });

  /** Runs the script of the package create-postern. */
  function runPackage(
    line: string,
    env: Record<string, string> = {},
  ): { status: number | null; stderr: string } {
    const script = join(directory, "create_postern.js");
    cpSync(join(repository, "packaging/create-postern/create_postern.js"), script);
    if (!existsSync(join(directory, "node_modules"))) link(directory, ["postern"]);
    const options = { cwd: directory, env: { ...process.env, ...env }, encoding: "utf8" } as const;
    return spawnSync(process.execPath, [script, ...line.split(" ")], options);
  }

  // npm drops unknown flags before `--`, and expands --js to --json. It passes them on in the environment.
  it.each(["npm_config_json", "npm_config_host", "npm_config_storage", "npm_config_skip_install"])(
    "refuses flags that npm has taken: %s",
    (name) => {
      const { status, stderr } = runPackage("my-api --skip-install", { [name]: "true" });
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining("npm create postern my-api -- --host express --js"),
      ]);
      expect(existsSync(join(directory, "my-api"))).toBe(false);
    },
  );

  it("is the command of the package create-postern", () => {
    expect(runPackage("my-api --skip-install").status).toBe(0);
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
