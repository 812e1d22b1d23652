import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "lmdb";
import { loadSqlite } from "../../storage-drivers/sqlite/load_sqlite.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { commands } from "../../adapters/cli/commands.ts";
import { serveCommand } from "../../adapters/cli/commands/serve.ts";
import { settingsOf } from "../../adapters/cli/frame/arguments/settings.ts";
import { noteUnknownVariables } from "../../adapters/cli/frame/arguments/unknown_variables.ts";
import { leavesOf } from "./cli_reference.ts";
import { type Ran, run, workInScratchDirectory } from "./run_command.ts";
import { startPostern } from "./start_process.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

workInScratchDirectory();
afterEach(() => vi.unstubAllEnvs());

/** Runs a command with variables. */
async function runWith(variables: Record<string, string>, line: string): Promise<Ran> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return run(line);
}

/** Creates a store with an organization. */
async function createStore(storage: string): Promise<Ran> {
  return run(`org create acme --name Acme --site-url https://a.example --storage ${storage}`);
}

/** A bad value for each setting of `postern serve`. `any` stands for a setting that takes every text, or whose value fails after the start. */
const badValues: Readonly<Record<string, string>> = {
  port: "70000",
  socket: "missing/http.sock",
  host: "203.0.113.1",
  storage: "mysql:x",
  "admin-port": "x",
  "admin-host": "any",
  deployment: "planet",
  "read-access": "all",
  "admin-api": "yes",
  dashboard: "maybe",
  "allow-new-organizations": "perhaps",
  insight: "2",
  mcp: "enabled",
  "mcp-sign-in": "enabled",
  origin: "https://*.acme.example",
  "api-origin": "https://api.example/",
  workers: "1e0",
  "idle-interval": "0",
  "shutdown-timeout": "ten",
  "store-wait": "3601",
  "keep-alive-timeout": "0",
  "oidc-issuer": "acme",
  "oidc-client-id": "any",
  "oidc-client-secret": "any",
  "oidc-scopes": "email",
  "oidc-name": "any",
  otel: "y",
  "otel-client-address": "y",
  "otel-webhook-traceparent": "y",
  smtp: "mail.example",
  "mail-from": "nobody",
  secret: "short",
  "media-store": "ftp:x",
  "media-origin": "https://media.example/",
  "media-file-bytes": "many",
  "media-organization-bytes": "-1",
  "webhooks-allow-http": "y",
  "webhooks-allow-private-networks": "n",
  "trust-proxy": "10.0.0.0/99",
  "rate-limit-per-day": "many",
  "rate-limit-per-second": "-1",
  "rate-limit-failures-attempts": "x",
  "rate-limit-failures-window-seconds": "1.5",
  "key-retention-days": "x",
  "limits-search-bytes": "1000",
  "base-path": "no slash",
  "cors-origins": "https://acme.example,https://*.acme.example",
  "cors-allowed-headers": "a b",
  "stale-if-error": "1m",
  "cache-tags": "yes",
  log: "xml",
  "log-level": "loud",
  metrics: "nowhere",
  compression: "br",
  "server-timing": "maybe",
};

describe("a bad value of a variable", () => {
  const settings = settingsOf(serveCommand.args ?? {});

  it("is known here for every setting of the server", () => {
    expect(Object.keys(badValues).toSorted()).toEqual(settings.map(({ flag }) => flag).toSorted());
  });

  it.each(settings.filter(({ flag }) => badValues[flag] !== "any"))(
    "is named with its source: $environment.0",
    async ({ flag, environment, name }) => {
      const [variable = ""] = environment;
      const bad = badValues[flag] ?? "";
      const base = {
        POSTERN_STORAGE: "memory:",
        POSTERN_PORT: "0",
        ...(flag.startsWith("oidc") && {
          POSTERN_OIDC_ISSUER: "https://id.example",
          POSTERN_OIDC_CLIENT_ID: "a",
        }),
        ...(flag === "mail-from" && { POSTERN_SMTP: "smtp://mail.example" }),
      };
      const inEnvironment = await runWith({ ...base, [variable]: bad }, "serve");
      expect(inEnvironment.code).not.toBe(0);
      expect(inEnvironment.error).toMatch(new RegExp(`^postern: [^\\n]*\\b${variable}\\b[^\\n]*\\n$`));
      vi.unstubAllEnvs();
      writeFileSync("bad.json", JSON.stringify({ [name]: bad }));
      const { [variable as keyof typeof base]: _replaced, ...others } = base;
      const inFile = await runWith(others, "serve --config bad.json");
      expect(inFile.error).toContain(`${name} in bad.json`);
    },
  );
});

describe("a variable", () => {
  it("is read without white space around it, and an empty variable is unset", async () => {
    await runWith(
      { POSTERN_STORAGE: "lmdb:./trimmed\r" },
      "org create acme --name Acme --site-url https://a.example",
    );
    vi.stubEnv("POSTERN_STORAGE", " lmdb:./trimmed ");
    vi.stubEnv("POSTERN_ORG", "");
    vi.stubEnv("POSTERN_CONFIG", " ");
    expect(await run("key list")).toMatchObject({ code: 0, error: "" });
    expect((await run("org list")).out).toMatch(/^acme\t/);
  });

  it("may be null or undefined in a configuration in JavaScript", async () => {
    writeFileSync(
      "postern.mjs",
      'export default { storage: "lmdb:/proc/mjs", secret: process.env.NO_SUCH_VARIABLE, org: null, origin: "" };',
    );
    expect((await run("org list --config postern.mjs")).error).toContain("/proc/mjs");
  });

  it.each(
    [
      ["on", "TRUE", "1", "True"].map((value) => [value, "on"] as const),
      ["off", "false", "0", "OFF"].map((value) => [value, "off"] as const),
    ].flat(),
  )("is on or off in one grammar: %s", async (value, meaning) => {
    const variables = {
      POSTERN_STORAGE: "memory:",
      POSTERN_ADMIN_PORT: "0",
      POSTERN_ADMIN_API: value,
      POSTERN_DASHBOARD: value,
      POSTERN_METRICS: "nowhere",
    };
    // Without the admin API and the dashboard, their port is refused before that of the metrics.
    const { error } = await runWith(variables, "serve");
    expect(error).toContain(meaning === "on" ? "POSTERN_METRICS" : "both are off");
  });

  it("of another program is skipped: a link of Kubernetes, a target of conda", async () => {
    const server = startPostern("serve --log text", {
      env: {
        POSTERN_STORAGE: "memory:",
        POSTERN_PORT: "tcp://10.0.0.7:3000",
        POSTERN_ADMIN_PORT: "tcp://10.0.0.8:3000",
        POSTERN_SERVICE_HOST: "10.0.0.7",
        POSTERN_PORT_3000_TCP_ADDR: "10.0.0.7",
        PORT: "0",
        HOST: "x86_64-conda-linux-gnu",
      },
    });
    const [, host] = await server.waitFor(/serves memory: at http:\/\/([\d.]+):\d+\//);
    expect(host).toBe("127.0.0.1");
    expect(server.output()).toMatch(
      /the variable HOST is ignored: "x86_64-conda-linux-gnu" is no IP address/,
    );
    expect(server.output()).not.toMatch(/POSTERN_(?:PORT|ADMIN_PORT|SERVICE_HOST)/);
  });

  it("of an IPv6 address may have the brackets of a URL", async () => {
    const server = startPostern("serve --storage memory: --port 0 --host [::1]");
    const [, url = ""] = await server.waitFor(/at (http\S+)\/api/);
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

describe("a socket of the environment", () => {
  it.each([
    ["http.sock", { status: "ok", detail: "http.sock is free" }],
    ["missing/http.sock", { status: "failed", detail: expect.stringContaining("does not exist") as string }],
  ])("is checked by the doctor instead of the port: %s", async (socket, finding) => {
    const variables = { POSTERN_SOCKET: socket, POSTERN_STORAGE: "memory:", POSTERN_PORT: "1" };
    const { out } = await runWith(variables, "doctor --json");
    const findings = JSON.parse(out) as { check: string }[];
    expect(findings.find(({ check }) => check === "socket")).toMatchObject(finding);
    expect(findings.map(({ check }) => check)).not.toContain("port");
  });

  it("gives a sign-in link no address", async () => {
    await createStore("lmdb:linked");
    const variables = { POSTERN_SOCKET: "http.sock", POSTERN_STORAGE: "lmdb:linked" };
    const { code, error } = await runWith(variables, "user sign-in-link ada@acme.example");
    expect([code, error]).toEqual([2, expect.stringContaining("with --origin: a Unix socket has none")]);
  });
});

describe("a secret in a file", () => {
  const secret = "0123456789abcdef0123456789abcdef";
  const withFile = async (content: string | Buffer, variables: Record<string, string> = {}): Promise<Ran> => {
    writeFileSync("secret", content);
    return runWith(
      { POSTERN_STORAGE: "memory:", POSTERN_SECRET_FILE: "secret", POSTERN_METRICS: "nowhere", ...variables },
      "serve",
    );
  };

  it("is read without the newline at its end", async () => {
    for (const content of [
      secret,
      `${secret}\n`,
      `${secret}\r\n`,
      Buffer.from(`\ufeff${secret}\n`, "utf16le"),
    ]) {
      expect((await withFile(content)).error).toContain("POSTERN_METRICS must be");
    }
  });

  it.each([
    ["short\n", {}, "POSTERN_SECRET_FILE must be at least 32 characters"],
    ["\n", {}, "POSTERN_SECRET_FILE: Cannot read secret: the file is empty"],
    [secret, { POSTERN_SECRET_FILE: "none" }, /POSTERN_SECRET_FILE: Cannot read \S*none: ENOENT/],
    [secret, { POSTERN_SECRET: secret }, "Set either POSTERN_SECRET or POSTERN_SECRET_FILE, not both"],
  ])("is refused with its variable: %j %j", async (content, variables, message) => {
    expect((await withFile(content, variables)).error).toMatch(message);
  });

  it("can hold the location of the store, without white space at its end", async () => {
    const storage = "lmdb:./in_a_file";
    await createStore(storage);
    writeFileSync("location", `${storage} \r\n\n`);
    expect((await runWith({ POSTERN_STORAGE_FILE: "location" }, "org list")).out).toMatch(/^acme\t/);
  });

  it("can hold every secret, and the location of the store", () => {
    const all = leavesOf(commands).flatMap(({ args = {} }) => settingsOf(args));
    const inFiles = new Set(all.flatMap(({ fileVariable = [] }) => fileVariable));
    expect([...inFiles].toSorted()).toEqual([
      "POSTERN_KEY_FILE",
      "POSTERN_OIDC_CLIENT_SECRET_FILE",
      "POSTERN_SECRET_FILE",
      "POSTERN_STORAGE_FILE",
    ]);
  });
});

describe("an unknown variable", () => {
  it("is named at the start of every command, without its value", async () => {
    const { error, code } = await runWith(
      { POSTERN_READACCESS: "hush", POSTERN_STORAGE: "memory:" },
      "org list",
    );
    expect(code).toBe(0);
    expect(error).toBe(
      "postern: the variable POSTERN_READACCESS is unknown, and has no effect. Did you mean POSTERN_READ_ACCESS?\n",
    );
  });

  it.each([
    ["POSTERN_SERVICE_HOST", "10.0.0.7"],
    ["POSTERN_SERVICE_PORT", "3000"],
    ["POSTERN_SERVICE_PORT_HTTP", "3000"],
    ["POSTERN_PORT_3000_TCP", "tcp://10.0.0.7:3000"],
    ["POSTERN_PORT_3000_TCP_PROTO", "tcp"],
    ["POSTERN_METRICS_PORT", "tcp://10.0.0.7:9090"],
    ["POSTERN_METRICS_SERVICE_HOST", "10.0.0.7"],
    ["POSTERN_NAME", "/web/postern"],
    ["POSTERN_OPENAPI_TOOLS", "/tools"],
    ["POSTERN_URL", "https://api.example"],
    ["POSTERN_WEBHOOK_SECRET", "whsec_"],
    ["POSTERN_WORKER_NUMBER", "1"],
    ["POSTGRES_PASSWORD", "x"],
    ["POSTERN_OIDC_CLIENT_SECRET_FILE", "/run/secrets/oidc"],
  ])("is not one that another program or a setting has: %s", (name, value) => {
    expect(noteUnknownVariables({ [name]: value })).toEqual([]);
  });

  it.each([
    "POSTERN_ADMN_PORT",
    "postern_storage",
    "POSTERN_PORT_FILE",
    "POSTERN_SERVICE_HOTS",
    "POSTERN_ODIC_NAME",
    "POSTERN_ADMIN_PORT_FILE",
  ])("is %s", (name) => {
    expect(noteUnknownVariables({ [name]: "3000" })).toHaveLength(1);
  });

  it("is in no page of the docs and no example", () => {
    const pages = ["docs", "examples/starters", "examples/content"].flatMap((folder) =>
      readdirSync(new URL(`../../${folder}/`, import.meta.url), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:md|js|ts|sh|ya?ml|service)$/.test(name) && !name.includes("node_modules"))
        .map((name) => readFileSync(new URL(`../../${folder}/${name}`, import.meta.url), "utf8")),
    );
    const warningCodes = /^POSTERN_(?:COUNTERS|POSTGRES)_/;
    const names = pages
      .flatMap((page) => page.match(/\bPOSTERN_[A-Z][A-Z_]*[A-Z]\b/g) ?? [])
      .filter((name) => !warningCodes.test(name));
    expect(new Set(names).size).toBeGreaterThan(20);
    expect(noteUnknownVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
  });

  it("is a finding of the doctor", async () => {
    const { out } = await runWith(
      { POSTERN_STORGE: "lmdb:x", POSTERN_STORAGE: "memory:", POSTERN_PORT: "0" },
      "doctor --json",
    );
    const findings = JSON.parse(out) as { check: string; status: string; detail: string }[];
    expect(findings[0]).toMatchObject({ check: "environment", status: "warning" });
    expect(findings[0]?.detail).toContain("POSTERN_STORGE");
  });
});

describe("the location of a store", () => {
  it.each(["~/data", "~ann/data", "$HOME/data", "${HOME}/data", "%APPDATA%/data", "data\r"])(
    "is refused if only a shell could read it: %j",
    async (path) => {
      for (const kind of ["lmdb", "fs", "sqlite"]) {
        const { code, error } = await run("org list --storage", `${kind}:${path}`);
        expect(code).toBe(1);
        expect(error).toMatch(/must be the name of a (?:directory|file) without ~ or a variable/);
      }
    },
  );

  it.each(["lmdb", "fs"])("is refused if it holds files of another program: %s", async (kind) => {
    const other = `other_${kind}`;
    mkdirSync(other);
    writeFileSync(join(other, "package.json"), "{}");
    const { code, error } = await run(`org list --storage ${kind}:${other}`);
    expect([code, error]).toEqual([
      1,
      expect.stringContaining("files of another program, such as package.json"),
    ]);
    const { out } = await run(`doctor --json --port 0 --storage ${kind}:${other}`);
    expect(out).toContain("of another program");
  });

  it.each(["lmdb", "fs"])(
    "may have hidden files and lost+found, and other files beside a store: %s",
    async (kind) => {
      const disk = `disk_${kind}`;
      mkdirSync(join(disk, "lost+found"), { recursive: true });
      writeFileSync(join(disk, ".DS_Store"), "");
      const line = `org list --storage ${kind}:${disk}`;
      expect(await createStore(`${kind}:${disk}`)).toMatchObject({ code: 0, error: "" });
      writeFileSync(join(disk, "notes.txt"), "");
      expect(await run(line)).toMatchObject({ code: 0, error: "" });
    },
  );

  it("is refused if it holds the LMDB file of another program", async () => {
    const environment = open({ path: "directory_server", noSubdir: false });
    await environment.openDB({ name: "id2entry" }).put("dc=acme", "entry");
    await environment.close();
    const { code, error } = await run("org list --storage lmdb:directory_server");
    expect(code).toBe(1);
    expect(error).toMatch(/Cannot open the store: directory_server\/data\.mdb holds data of another program/);
  });

  it.skipIf(sqliteIsMissing()).each([
    ["holds the SQLite file of another program", "tables of another program", createTable],
    [
      "is another file",
      "the file is not a SQLite file",
      (file: string) => writeFileSync(file, "no SQLite here".repeat(1000)),
    ],
    ["is a directory", "is a directory. Name a file, such as", (file: string) => mkdirSync(file)],
  ])("is refused if it %s", async (_name, reason, make) => {
    make("other.db");
    const before = statSync("other.db");
    const { code, error } = await run("org list --storage sqlite:other.db");
    expect([code, error]).toEqual([1, expect.stringContaining(reason)]);
    const { mtimeMs, size } = statSync("other.db");
    expect([mtimeMs, size]).toEqual([before.mtimeMs, before.size]);
    rmSync("other.db", { recursive: true });
  });

  it("of one kind is no store of the other", async () => {
    for (const storage of ["lmdb:of_lmdb", "fs:of_files"]) await createStore(storage);
    expect((await run("org list --storage fs:of_lmdb")).error).toContain("such as counters");
    expect((await run("org list --storage lmdb:of_files")).error).toContain("such as @1");
  });
});

function createTable(file: string): void {
  const database = loadSqlite().open(file, { readOnly: false });
  database.exec("create table visit (address text)");
  database.close();
}
