import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import type { ArgumentDefinition } from "../../adapters/cli/frame/arguments/argument_definition.ts";
import type { CliCommand } from "../../adapters/cli/frame/cli_command.ts";
import { commands } from "../../adapters/cli/commands.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { exportLines } from "../../lib/moving/entry.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { postgresIsMissing, schemaName } from "../storage-drivers/_postgres_client.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { type Ran, run } from "./run_command.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

/** A place without a store. */
interface EmptyPlace {
  setting: string;
  /** The place in the error message. */
  named: string;
  /** Returns the files, tables or keys in the place. */
  contents: () => Promise<unknown[]>;
}

function filesIn(folder: string): () => Promise<string[]> {
  return async () => (existsSync(folder) ? readdirSync(folder) : []);
}

function openFolder(scheme: string, isThere: boolean): () => Promise<EmptyPlace> {
  return async () => {
    const parent = scratchDirectory();
    const path = isThere ? parent : join(parent, "data");
    return { setting: `${scheme}:${path}`, named: `${scheme}:${path}`, contents: filesIn(parent) };
  };
}

async function openRedis(): Promise<EmptyPlace> {
  const server = await startRedis();
  const client = new Redis(server.url);
  releaseAfterUse(async () => {
    client.disconnect();
    await server.stop();
  });
  return { setting: server.url, named: server.url, contents: async () => client.keys("*") };
}

async function openPostgres(): Promise<EmptyPlace> {
  const server = await sharedPostgres();
  const schema = schemaName();
  const setting = server.url(schema);
  const contents = async (): Promise<unknown[]> =>
    server.query("select nspname from pg_namespace where nspname = $1", [schema]);
  return { setting, named: setting.replace("postgres@", ""), contents };
}

const places: [name: string, open: () => Promise<EmptyPlace>][] = [
  ["a missing directory for LMDB", openFolder("lmdb", false)],
  ["an empty directory for LMDB", openFolder("lmdb", true)],
  ["a missing directory for files", openFolder("fs", false)],
  ["an empty directory for files", openFolder("fs", true)],
];
if (!sqliteIsMissing()) places.push(["a missing file for SQLite", openFolder("sqlite", false)]);
if (!redisIsMissing()) places.push(["an empty Redis", openRedis]);
if (!postgresIsMissing()) places.push(["a database without tables", openPostgres]);

/** Commands that create a store, and the reason. */
const creating: Readonly<Record<string, string>> = {
  serve: "a server starts with an empty store",
  demo: "it serves a new organization",
  create: "it makes a project, which creates its own store",
  "org create": "the first organization of a store",
  "user create": "the first user of a store",
  import: "it writes records into any store",
  restore: "it writes records into a new store",
};

/** Values of arguments that a command checks before it opens the store. */
const values: Readonly<Record<string, string>> = {
  role: "viewer",
  permissions: "posts:read",
  "site-url": "https://acme.example",
  url: "https://acme.example/hook",
  format: "html",
};

/** Flags without which a command has nothing to do. */
const neededFlags: Readonly<Record<string, readonly string[]>> = { "org update": ["--name", "Acme"] };

interface Leaf {
  line: string;
  command: CliCommand;
}

function leavesOf(command: CliCommand, path: readonly string[] = []): Leaf[] {
  const own = command.run === undefined ? [] : [{ line: path.join(" "), command }];
  const children = Object.entries(command.subCommands ?? {});
  return [...own, ...children.flatMap(([name, child]) => leavesOf(child, [...path, name]))];
}

const usingStores = leavesOf(commands).filter(
  ({ command: { args = {} } }) => "storage" in args || "from" in args,
);
/** Commands without a store of records: one prints statements, the other copies the bytes of files. */
const withoutStore: ReadonlySet<string> = new Set(["storage sql", "media copy"]);
const reading = usingStores.filter(({ line }) => !(line in creating) && !withoutStore.has(line));

/** Returns the required arguments of a command, and `--yes`. */
function argumentsOf({ args = {} }: CliCommand, setting: string, file: string): string[] {
  return Object.entries(args).flatMap(([name, definition]) => {
    if (name === "storage") return ["--storage", setting];
    if (name === "yes") return ["--yes"];
    if (definition.type === "positional") return name === "from" && !("storage" in args) ? [setting] : [file];
    return definition.required === true ? [`--${name}`, valueOf(name, definition)] : [];
  });
}

function valueOf(name: string, definition: ArgumentDefinition): string {
  return values[name] ?? (definition.type === "enum" ? (definition.options[0] ?? "") : "x");
}

function inputFile(): string {
  const file = join(scratchDirectory(), "page.html");
  writeFileSync(file, "<h2>Why?</h2><p>So.</p>");
  return file;
}

describe.each(places)("in %s", (_name, open) => {
  it("every command that needs a store says that there is none, and makes nothing", async () => {
    const { setting, named, contents } = await open();
    const file = inputFile();
    const before = await contents();
    const results: [line: string, ran: Ran | string][] = [];
    for (const { line, command } of reading) {
      const ran = await run(line, ...argumentsOf(command, setting, file), ...(neededFlags[line] ?? []));
      const isRefused = ran.code === 1 && ran.error.includes(`There is no store at ${named}`);
      // The doctor describes a machine before its first start, too.
      const isDescribed = line === "doctor" && ran.error === "";
      // Only LMDB and SQLite are compacted. Another store is refused before it is opened.
      const isOther = line === "compact" && ran.error.includes("Only LMDB and SQLite stores are compacted");
      const isExpected = isRefused || isDescribed || (isOther && !/^(?:lmdb|sqlite):/.test(setting));
      if (!isExpected || (await contents()).length !== before.length) results.push([line, ran]);
    }
    expect(results).toEqual([]);
    expect(await contents()).toEqual(before);
  });

  it("a refused restore and a dry run of an import make nothing", async () => {
    const { setting, contents } = await open();
    const folder = scratchDirectory();
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const whole = await backupOf({ withHashes: true });
    const refused = [
      write("no_backup.jsonl", "{}\n"),
      write("cut.jsonl", whole.slice(0, whole.lastIndexOf("\n", whole.length - 2) + 1)),
      write("without_hashes.jsonl", await backupOf({ withHashes: false })),
      join(folder, "missing.jsonl"),
      join(folder, "missing"),
    ];
    for (const file of refused) {
      const ran = await run("restore", file, "--storage", setting);
      expect([file, ran.code]).toEqual([file, 1]);
    }
    const garbage = await run("import", refused[0] ?? "", "--storage", setting);
    expect(garbage.code).toBe(1);
    const trial = await run("import --dry-run", write("whole.jsonl", whole), "--storage", setting);
    expect(trial).toMatchObject({ code: 0, out: expect.stringMatching(/^would have created [1-9]/) });
    expect(await contents()).toEqual([]);
  });

  it("the first organization creates the store", async () => {
    const { setting, contents } = await open();
    const line = "org create acme --name Acme --site-url https://acme.example";
    expect(await run(line, "--storage", setting)).toMatchObject({ code: 0 });
    expect(await contents()).not.toEqual([]);
    expect(await run("org list", "--storage", setting)).toMatchObject({
      code: 0,
      out: expect.stringContaining("acme"),
    });
  });
});

async function backupOf({ withHashes }: { withHashes: boolean }): Promise<string> {
  const storage = memoryDriver();
  const api = createPublicApi({ storage });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site" });
  let text = "";
  for await (const line of exportLines(storage, { withHashes })) text += line.text;
  return text;
}

describe("the table of commands", () => {
  it("names only commands that exist", () => {
    const lines = new Set(leavesOf(commands).map(({ line }) => line));
    expect(Object.keys(creating).filter((line) => !lines.has(line))).toEqual([]);
    expect(reading.length).toBeGreaterThan(50);
  });
});
