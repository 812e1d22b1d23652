import type { PostInput } from "../../content/mod.ts";
import { InvalidInputError } from "../../errors.ts";
import { FileDecoder } from "../../file_decoder.ts";
import { linesOf, textOf } from "../read_form.ts";

const names = ["name", "description", "articleSection", "inLanguage", "image", "slug", "status"] as const;

/** Fields of a post's form, except for its content. */
export type PostFields = Pick<PostInput, (typeof names)[number] | "author" | "authors" | "tags">;

/** Reads the filled-in fields. `slug` and `status` are read only if `extra` lists them. */
export function readFields(form: FormData, extra: readonly ("slug" | "status")[]): Partial<PostFields> {
  const fields: Partial<Record<string, unknown>> = {};
  for (const name of names) {
    const isRead = (name !== "slug" && name !== "status") || extra.includes(name);
    const value = textOf(form, name);
    if (isRead && value !== "") fields[name] = value;
  }
  const authors = linesOf(textOf(form, "authors"));
  if (authors.length > 1) fields["authors"] = authors;
  else if (authors[0] !== undefined) fields["author"] = authors[0];
  const tags = linesOf(textOf(form, "tags"));
  return tags.length === 0 ? fields : { ...fields, tags };
}

/**
 * Reads the content of a new post: the uploaded file, or the pasted text if there is no file.
 *
 * @throws {InvalidInputError} if the file is not text in UTF-8
 */
export async function readContent(form: FormData): Promise<{ format: "markdown" | "html"; text: string }> {
  const file = form.get("file");
  if (file === null || typeof file === "string" || file.size === 0) {
    return { format: textOf(form, "format") === "html" ? "html" : "markdown", text: textOf(form, "content") };
  }
  return { format: isHtml(file) ? "html" : "markdown", text: await decode(file) };
}

function isHtml({ name }: File): boolean {
  return /\.html?$/i.test(name);
}

async function decode(file: File): Promise<string> {
  try {
    const decoder = new FileDecoder(isHtml(file) ? "html" : undefined);
    return decoder.decode(new Uint8Array(await file.arrayBuffer()));
  } catch {
    throw new InvalidInputError("Cannot create the post", [
      { pointer: "/markdown", message: "must be text in UTF-8" },
    ]);
  }
}
