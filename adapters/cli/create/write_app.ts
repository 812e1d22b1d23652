import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { neededSqlitePackage } from "../../../storage-drivers/sqlite/load_sqlite.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { type HostName, starters } from "./starters.ts";
import { toJavaScript } from "./to_java_script.ts";

const manifestFile = createRequire(import.meta.url).resolve("postern/package.json");
const startersFolder = join(dirname(manifestFile), "examples", "starters");

export interface AppChoices {
  directory: string;
  host: HostName;
  /** Default: TypeScript. */
  isJavaScript: boolean;
  /** Setting of the store: `lmdb:.postern/data`. Hosts that bring their data ignore it. */
  storage: string;
}

/** Package of each kind of store that outlives the process, with the version to install if the newest one does not work here. */
const packages: Readonly<Record<string, () => string | undefined>> = {
  lmdb: () => "lmdb",
  fs: () => undefined,
  sqlite: neededSqlitePackage,
  redis: () => "ioredis",
  rediss: () => "ioredis",
  postgres: () => "pg",
  postgresql: () => "pg",
};

/**
 * Checks that an app can be created in a directory: it is new or empty.
 *
 * @throws {CliError} if it has files, or is not a directory
 */
export async function requireNewDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new CliError(`Cannot create the app: ${error.message}`, { cause: error });
  });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    throw new CliError(`Cannot create the app: ${directory} is a file. Name a new directory`);
  }
  if ((await readdir(directory)).length > 0) {
    throw new CliError(`Cannot create the app: ${directory} is not empty. Name a new directory`);
  }
}

/**
 * Writes the files of a new app. Its directory is created, and must be empty.
 *
 * @throws {UsageError} if the store does not outlive the process, or is unknown
 * @throws {CliError} if the directory has files, or cannot be written
 */
export async function writeApp(choices: AppChoices): Promise<void> {
  const { directory } = choices;
  const manifest = await manifestOf(choices);
  await requireNewDirectory(directory);
  const files = await filesOf(choices);
  files.set("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  // npm leaves files of this name out of packages.
  files.set(".gitignore", ignored);
  if (choices.host === "workers") {
    files.set(".dev.vars", `SEED_SECRET=${randomBytes(24).toString("base64url")}\n`);
  }
  try {
    for (const [name, text] of files) {
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { flag: "wx" });
    }
  } catch (cause) {
    throw new CliError(`Cannot create the app: ${(cause as Error).message}`, { cause });
  }
}

const ignored = `node_modules/
.postern/
.next/
next-env.d.ts
*.tsbuildinfo
.wrangler/
.dev.vars
content.db*
`;

/** Returns the texts of the files by their paths. */
async function filesOf({ host, isJavaScript, storage, directory }: AppChoices): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of starters[host].folders) {
    const from = join(startersFolder, folder);
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const text = (await readFile(path, "utf8"))
        .replace('"lmdb:.postern/data"', JSON.stringify(storage))
        .replace('name = "my-api"', `name = "${nameOf(directory)}"`);
      const name = path.slice(from.length + 1);
      if (!isJavaScript) files.set(name, text);
      else if (name !== "tsconfig.json") files.set(name.replace(/\.tsx?$/, ".js"), toJavaScript(text));
    }
  }
  return files;
}

/** @throws {UsageError} if the store does not outlive the process, or is unknown */
function kindOf(storage: string): string {
  const [kind = ""] = storage.split(/[:+]/, 1);
  if (Object.hasOwn(packages, kind) && storage.length > kind.length + 1) return kind;
  const allowed = Object.keys(packages).join(", ");
  throw new UsageError(
    `Cannot create the app: --storage must begin with one of ${allowed}, and name a location`,
  );
}

/** @throws {UsageError} if the store does not outlive the process, or is unknown */
async function manifestOf({ directory, host, isJavaScript, storage }: AppChoices): Promise<object> {
  const { data, dependencies, devDependencies, typePackages, scripts } = starters[host];
  const { version, peerDependencies } = JSON.parse(await readFile(manifestFile, "utf8")) as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  const driver = data === undefined ? packages[kindOf(storage)]?.() : undefined;
  const kept = Object.entries(scripts).filter(([name]) => !isJavaScript || name !== "check");
  const development = { ...devDependencies, ...(isJavaScript ? {} : typePackages) };
  return {
    name: nameOf(directory),
    private: true,
    type: "module",
    scripts: Object.fromEntries(kept.map(([name, line]) => [name, isJavaScript ? toJavaScript(line) : line])),
    dependencies: {
      postern: `^${version}`,
      ...(driver !== undefined && dependencyOn(driver, peerDependencies)),
      ...dependencies,
    },
    ...(Object.keys(development).length > 0 && { devDependencies: development }),
  };
}

/** Returns the dependency on `lmdb` or `better-sqlite3@12`. Without a version, it is that of Postern's peer. */
function dependencyOn(driver: string, peers: Record<string, string>): Record<string, string> {
  const [name = "", version] = driver.split("@");
  return { [name]: version === undefined ? (peers[name] ?? "*").replace(/^>=/, "^") : `^${version}` };
}

/** Returns a valid package name for a directory. */
function nameOf(directory: string): string {
  const words =
    basename(resolve(directory))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.length === 0 ? "my-api" : words.join("-");
}
