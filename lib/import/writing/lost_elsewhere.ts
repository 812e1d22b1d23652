import type { PostInput, StoredOrganization, StoredPostWithHtml } from "../../content/mod.ts";
import type { ImportItem, ImportSource } from "../import_item.ts";
import { fieldsNotKept } from "./fields_not_kept.ts";

/** A post in the form of another system. */
export interface ForeignPost {
  post: StoredPostWithHtml;
  organization: StoredOrganization;
  /** An export of the other system that has only the post. */
  text: string;
}

/** Maximum length of the HTML of a post that is read again. A longer one would hold the event loop, and imports refuse it. */
const longestRead = 2_000_000;

/**
 * Returns the names of the fields that an import of a post in the form of another system does not bring back.
 *
 * @param read reads exports of the other system
 */
export async function lostElsewhere(
  { post, organization, text }: ForeignPost,
  read: (source: ImportSource) => AsyncIterable<ImportItem>,
): Promise<string[]> {
  if (post.html.length > longestRead) return ["html"];
  const { section, language } = organization;
  const found = await firstInput(text, read);
  const input = found && { articleSection: section, inLanguage: language, ...found };
  return fieldsNotKept(post, input, keptElsewhere);
}

/** Reads a text, and returns the input of its first post. */
async function firstInput(
  text: string,
  read: (source: ImportSource) => AsyncIterable<ImportItem>,
): Promise<PostInput | undefined> {
  const source: ImportSource = {
    file: "export",
    read: async function* () {
      yield text;
    },
  };
  for await (const item of read(source)) if (item.kind === "post") return item.input;
  return undefined;
}

/**
 * Returns a value as systems with times in seconds keep it. White space at the ends of a content does not count. Earlier addresses are counted by their
 * redirects.
 */
function keptElsewhere(field: string, value: unknown): unknown {
  if (field === "aliases") return undefined;
  if (typeof value !== "string") return value;
  if (field === "html") return value.trim();
  return /^(?:published|created|updated)At$/.test(field)
    ? value.slice(0, "2026-01-01T00:00:00".length)
    : value;
}
