import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { declaredEncoding } from "../../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../../lib/base/text/file_decoder.ts";
import { isInstalled } from "../../../../storage-drivers/opening/load_package.ts";
import { environmentValue } from "../../../../storage-drivers/opening/environment_value.ts";
import { CliError } from "../exit/cli_error.ts";

/** The settings of a configuration file. */
export interface Configuration {
  path: string;
  values: Readonly<Record<string, string | number | boolean>>;
}

/** Names of the configuration file in the working directory. The first existing file is read. */
const configurationFiles: readonly string[] = ["ts", "mjs", "js", "json"].map(
  (extension) => `postern.config.${extension}`,
);

/**
 * Reads the named configuration file, or the one in the working directory.
 *
 * @throws {CliError} when it cannot be read, or has a value that is not text, a number or a boolean
 */
export async function readConfiguration(named: string | undefined): Promise<Configuration> {
  const wanted = named === "" ? undefined : named;
  const inEnvironment = wanted === undefined ? environmentValue("POSTERN_CONFIG") : undefined;
  const found = wanted ?? inEnvironment ?? configurationFiles.find((name) => existsSync(name));
  if (found === undefined) return { path: "", values: {} };
  const path = resolve(found);
  try {
    return { path: found, values: checked(await load(path)) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const name = inEnvironment === undefined ? found : `${found} of POSTERN_CONFIG`;
    throw new CliError(`Cannot read the configuration ${name}: ${reason}`, { cause });
  }
}

async function load(path: string): Promise<unknown> {
  const bytes = await readFile(path);
  const text = new FileDecoder().decode(bytes);
  if (path.endsWith(".json")) return JSON.parse(text);
  if (declaredEncoding(bytes, undefined)?.startsWith("utf-16") === true) {
    throw new TypeError("it is in UTF-16, and JavaScript must be in UTF-8");
  }
  const url = pathToFileURL(path).href;
  try {
    return ((await import(url)) as { default?: unknown }).default;
  } catch (error) {
    if (!isUnknownExtension(error)) throw error;
    return loadTypeScript(path, error);
  }
}

/** Imports a TypeScript file with jiti: Node before 22.18 cannot import TypeScript. */
async function loadTypeScript(path: string, cause: unknown): Promise<unknown> {
  if (!isInstalled("jiti")) {
    throw new Error(
      'this version of Node cannot read TypeScript. Run "npm install jiti", or rename the file to postern.config.mjs',
      { cause },
    );
  }
  const { createJiti } = await import("jiti");
  return createJiti(import.meta.url).import(path, { default: true });
}

function isUnknownExtension(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION";
}

function checked(values: unknown): Configuration["values"] {
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new TypeError("its default export must be an object of settings");
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of given) {
    if (["string", "number", "boolean"].includes(typeof value)) continue;
    throw new TypeError(`${name} must be text, a number, true or false`);
  }
  return Object.fromEntries(given);
}
