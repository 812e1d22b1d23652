import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { type Starter, starters, type HostName } from "./starters.ts";

const manifestFile = createRequire(import.meta.url).resolve("postern/package.json");
const startersFolder = join(dirname(manifestFile), "examples", "starters");

export interface AppChoices {
  directory: string;
  host: HostName;
  /** Setting of the store: `lmdb:.postern/data`. */
  storage: string;
}

/** Package of each kind of store that outlives the process. Files need none, and SQLite needs none from Node 22.13 on. */
const packages: Readonly<Record<string, string | undefined>> = {
  lmdb: "lmdb",
  fs: undefined,
  sqlite: undefined,
  redis: "ioredis",
  rediss: "ioredis",
  postgres: "pg",
  postgresql: "pg",
};

/**
 * Writes the files of a new app. Its directory is created, and must be empty.
 *
 * @throws {UsageError} if the store does not outlive the process, or is unknown
 * @throws {CliError} if the directory has files
 */
export async function writeApp({ directory, host, storage }: AppChoices): Promise<void> {
  const kind = kindOf(storage);
  await mkdir(directory, { recursive: true });
  const found = await readdir(directory);
  if (found.length > 0) {
    throw new CliError(`Cannot create the app: ${directory} is not empty. Name a new directory`);
  }
  for (const folder of ["common", host]) {
    await cp(join(startersFolder, folder), directory, { recursive: true });
  }
  const settings = await readFile(join(directory, settingsFile), "utf8");
  await writeFile(
    join(directory, settingsFile),
    settings.replace('"lmdb:.postern/data"', JSON.stringify(storage)),
  );
  const manifest = await manifestOf({ directory, kind, starter: starters[host] });
  await writeFile(join(directory, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  // npm leaves files of this name out of packages.
  await writeFile(join(directory, ".gitignore"), "node_modules/\n.postern/\n.next/\n");
}

const settingsFile = "postern.config.mjs";

/** @throws {UsageError} if the store does not outlive the process, or is unknown */
function kindOf(storage: string): string {
  const [kind = ""] = storage.split(/[:+]/, 1);
  if (kind in packages && storage.length > kind.length + 1) return kind;
  const allowed = Object.keys(packages).join(", ");
  throw new UsageError(
    `Cannot create the app: --storage must begin with one of ${allowed}, and name a location`,
  );
}

async function manifestOf({
  directory,
  kind,
  starter,
}: {
  directory: string;
  kind: string;
  starter: Starter;
}): Promise<object> {
  const { version, peerDependencies } = JSON.parse(await readFile(manifestFile, "utf8")) as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  const { [kind]: driver = "" } = packages;
  const { [driver]: driverVersion } = peerDependencies;
  return {
    name: nameOf(directory),
    private: true,
    type: "module",
    scripts: { seed: "node seed.js", ...starter.scripts },
    dependencies: {
      postern: `^${version}`,
      ...(driverVersion === undefined ? {} : { [driver]: driverVersion }),
      ...starter.dependencies,
    },
  };
}

/** Returns a valid package name for a directory. */
function nameOf(directory: string): string {
  const words =
    basename(resolve(directory))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.length === 0 ? "my-api" : words.join("-");
}
