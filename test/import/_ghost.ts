import { type ImportItem, readGhost } from "../../lib/import/mod.ts";
import { readAll } from "./_import.ts";

type Fields = Record<string, unknown>;
type PostItem = Extract<ImportItem, { kind: "post" }>;

/** Returns the items of a Ghost export with the given tables. */
export async function ghostItems(data: Record<string, unknown>, partLength = 1000): Promise<ImportItem[]> {
  const text = JSON.stringify({ db: [{ meta: { version: "5.0.0" }, data }] });
  return await readAll(readGhost, text, partLength);
}

/** Reads an export with one post, and returns the post's input and the other items. */
export async function ghostPost(
  fields: Fields,
  tables: Record<string, unknown> = {},
): Promise<{ input: Fields & PostItem["input"]; others: ImportItem[] }> {
  const post = { id: "p1", title: "Hello", slug: "hello", status: "published", html: "<p>x</p>", ...fields };
  const items = await ghostItems({ posts: [post], ...tables });
  const found = items.find((item) => item.kind === "post");
  if (found === undefined) throw new Error(`no post: ${JSON.stringify(items)}`);
  return { input: { ...found.input }, others: items.filter((item) => item !== found) };
}

/** Returns the content of a Lexical editor. */
export function lexical(...children: Fields[]): string {
  return JSON.stringify({ root: { type: "root", version: 1, children } });
}

/** Returns a text of a Lexical editor. */
export function text(content: string, format = 0): Fields {
  return { type: "extended-text", version: 1, text: content, format };
}

/** Returns an element of a Lexical editor. */
export function node(type: string, children: Fields[], more: Fields = {}): Fields {
  return { type, version: 1, children, ...more };
}

/** Returns the content of a Mobiledoc editor. */
export function mobiledoc(parts: Fields): string {
  return JSON.stringify({ version: "0.3.1", atoms: [], cards: [], markups: [], sections: [], ...parts });
}
