import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Collection } from "./collections.ts";
import { type KnownItemQuery, makeQueries } from "./make_queries.ts";

/** The frozen queries do not belong to the pages. */
export class PagesChangedError extends Error {
  override name = "PagesChangedError";

  constructor(file: string) {
    super(
      `Cannot use the queries of ${file}: the pages have changed since. Delete the file to freeze new queries`,
    );
  }
}

interface FrozenFile {
  /** Digest of the documents. */
  documents: string;
  queries: KnownItemQuery[];
}

/**
 * Reads the queries from a file. If it does not exist, makes the queries and writes the file, so that later runs use the same queries.
 *
 * @throws {PagesChangedError} if the documents differ from those of the file
 */
export function frozenQueries(file: string, collections: readonly Collection[]): KnownItemQuery[] {
  const documents = createHash("sha256").update(JSON.stringify(collections)).digest("hex");
  if (!existsSync(file)) {
    const frozen: FrozenFile = { documents, queries: makeQueries(collections) };
    writeFileSync(file, `${JSON.stringify(frozen, undefined, 1)}\n`);
    return frozen.queries;
  }
  const frozen = JSON.parse(readFileSync(file, "utf8")) as FrozenFile;
  if (frozen.documents !== documents) throw new PagesChangedError(file);
  return frozen.queries;
}
