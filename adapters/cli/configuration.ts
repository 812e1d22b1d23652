import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CliError } from "./cli_error.ts";

/** What a configuration file sets. */
export interface Configuration {
  path: string;
  values: Readonly<Record<string, string | number | boolean>>;
}

/** The names under which a configuration file is looked for in the working directory. The first that is there counts. */
export const configurationFiles: readonly string[] = ["ts", "mjs", "js", "json"].map(
  (extension) => `postern.config.${extension}`,
);

/**
 * Reads the configuration file of the working directory, or the one that is named.
 *
 * @throws {CliError} when it cannot be read, or holds anything but names of text, numbers and booleans
 */
export async function readConfiguration(named: string | undefined): Promise<Configuration> {
  const wanted = named ?? process.env["POSTERN_CONFIG"];
  const found = wanted ?? configurationFiles.find((name) => existsSync(name));
  if (found === undefined) return { path: "", values: {} };
  const path = resolve(found);
  try {
    return { path: found, values: checked(await load(path)) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`Cannot read the configuration ${found}: ${reason}`, { cause });
  }
}

async function load(path: string): Promise<unknown> {
  if (path.endsWith(".json")) return JSON.parse(await readFile(path, "utf8"));
  const url = pathToFileURL(path).href;
  try {
    return ((await import(url)) as { default?: unknown }).default;
  } catch (error) {
    if (!isUnknownExtension(error)) throw error;
    return loadTypeScript(path);
  }
}

/** Node before 22.18 reads no TypeScript by itself. */
async function loadTypeScript(path: string): Promise<unknown> {
  try {
    const { createJiti } = await import("jiti");
    return await createJiti(import.meta.url).import(path, { default: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(
      'this version of Node reads no TypeScript; run "npm install jiti", or name the file postern.config.mjs',
      { cause: error },
    );
  }
}

function isUnknownExtension(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION";
}

function isMissing(error: unknown): boolean {
  const isNotFound = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
  return isNotFound && error.message.includes("'jiti'");
}

function checked(values: unknown): Configuration["values"] {
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new TypeError("its default export must be an object of settings");
  }
  for (const [name, value] of Object.entries(values)) {
    if (["string", "number", "boolean"].includes(typeof value)) continue;
    throw new TypeError(`${name} must be a text, a number, true or false`);
  }
  return values as Configuration["values"];
}
