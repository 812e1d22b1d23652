import { postTag } from "../../lib/mod.ts";
import type { DashboardWorld } from "./dashboard_world.ts";

/** Path of the post of the tests, below the dashboard. */
export const post = "/o/acme/posts/hello";

/** Returns the value of an input or a textarea on a page, as a browser would show it. */
export function valueIn(page: string, name: string): string | undefined {
  const [, text] = new RegExp(`<textarea[^>]* name="${name}"[^>]*>\n([^<]*)</textarea>`).exec(page) ?? [];
  const [, value] = new RegExp(`<input[^>]* name="${name}" value="([^"]*)"`).exec(page) ?? [];
  return decoded(text ?? value);
}

/** Returns the fields of the editor's form on a page. */
export function fieldsIn(page: string): Record<string, string> {
  const names = [
    "version",
    "tag",
    "format",
    "dialect",
    "name",
    "description",
    "content",
    "authors",
    "tags",
    "articleSection",
    "inLanguage",
    "image",
  ];
  return Object.fromEntries(names.map((name) => [name, valueIn(page, name) ?? ""]));
}

/** Returns the tag of a post. */
export async function tagOf({ api }: Pick<DashboardWorld, "api">, slug = "hello"): Promise<string> {
  const found = await api.posts.get({ organizationSlug: "acme", slug });
  return found === null ? "" : postTag(found);
}

function decoded(text: string | undefined): string | undefined {
  return text
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** Returns the hidden fields on a page. */
export function hiddenIn(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = "", value]) => [name, decoded(value) ?? ""]));
}
