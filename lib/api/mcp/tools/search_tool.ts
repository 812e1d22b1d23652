import * as v from "valibot";
import { documentIdOf } from "../document_id.ts";
import { readPage } from "../read_page.ts";
import { defineTool, type Tool } from "../tool.ts";
import { toolInput } from "./tool_input.ts";
import { cursor, kinds, labels, limit, nextCursor, query } from "./tool_inputs.ts";

/** A result of the API's search. */
interface Result {
  type: string;
  slug: string;
  name: string;
  heading?: string;
  fragment?: string;
  passage: { text: string };
  snippet: unknown;
}

/** Searches the posts and their FAQ entries. */
export const searchTool: Tool = defineTool({
  name: "search",
  title: "Search posts and questions",
  description:
    "Finds published posts and their questions by words, the best first. Each result has an id for fetch, a title, the url to cite, and the " +
    'passage that fits best. Use 2 to 6 words that the text would have: {"query":"opening hours sunday"}. To answer a question, get_context is shorter.',
  permission: "posts:read",
  input: toolInput({ query, in: kinds, ...labels, limit: limit(50), cursor }),
  output: v.looseObject({
    results: v.array(
      v.looseObject({
        id: v.pipe(v.string(), v.description("Pass it to fetch to read the whole text.")),
        title: v.pipe(v.string(), v.description("The title of the post, and the question of a FAQ entry.")),
        url: v.pipe(v.string(), v.description("The page to cite.")),
        slug: v.pipe(v.string(), v.description("The slug of the post, for get_post.")),
        passage: v.looseObject({ text: v.string() }),
      }),
    ),
    nextCursor,
  }),
  call: async ({ query: q, ...filters }, backend) => ({
    structured: await readPage(
      backend,
      `search/${backend.organizationSlug}`,
      { list: "results", usual: 10, toItem: (item) => toResult(item as unknown as Result) },
      { q, ...filters },
    ),
  }),
});

/** Adds the fields of a document. Leaves out the snippet and places of words, which a model does not use. */
function toResult({ passage: { text }, snippet: _snippet, ...found }: Result): Record<string, unknown> {
  const { type, name, heading } = found;
  const title = type === "faq" && heading !== undefined ? `${name}: ${heading}` : name;
  return { id: documentIdOf(found), title, ...found, passage: { text } };
}
