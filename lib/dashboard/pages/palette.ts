import { isKeyOver, type ListedApiKey } from "../../access/mod.ts";
import { isPermitted } from "../../admin/mod.ts";
import { foldText } from "../../fold_text.ts";
import { ProblemError } from "../../problems/mod.ts";
import { jsonResponse } from "../answers.ts";
import { shownSections } from "../layout.ts";
import { importPage } from "./imports/import_paths.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";

/** Maximum number of results, and of posts and keys among them. */
const mostResults = 20;
const mostPosts = 8;
const mostRecentPosts = 4;
const mostKeys = 5;
const longestQuery = 200;

/** A result of the command palette: a link with its group. */
interface PaletteResult {
  group: "Actions" | "Posts" | "API Keys" | "Pages" | "Search";
  label: string;
  href: string;
  /** Text that tells similar results apart. */
  detail?: string;
  /** Language of the label, if it is content. */
  lang?: string;
}

/** Actions that have a page of their own. */
const actions = [
  { page: "new-post", label: "New post", needs: "posts:write" },
  { page: importPage, label: "Import posts", needs: "posts:write" },
  { page: "settings/api-keys/new", label: "Generate API Key", needs: "keys:manage" },
  { page: "settings/webhooks/new", label: "New webhook", needs: "webhooks:manage" },
] as const;

/** Finds pages, actions, posts and keys that the visitor may open. An empty query lists actions, the last changed posts and pages. */
export const findInPalette: PageHandler = async (visit) => {
  const query = (visit.url.searchParams.get("q") ?? "").trim();
  if (query.length > longestQuery) {
    throw new ProblemError("invalid-parameter", `q must have at most ${longestQuery} characters`);
  }
  const isMatch = matcherOf(query);
  const [posts, keys] = await Promise.all([findPosts(visit, query), findKeys(visit, query, isMatch)]);
  const places = [
    ...actions
      .filter(({ label, needs }) => isPermitted(visit.actor, needs) && isMatch(label))
      .map(({ page, label }) => ({ group: "Actions" as const, label, href: pathTo(visit, page) })),
    ...posts,
    ...keys,
    ...shownSections(visit)
      .filter(({ label }) => isMatch(label))
      .map(({ page, label }) => ({ group: "Pages" as const, label, href: pathTo(visit, page) })),
  ].slice(0, mostResults - 1);
  return jsonResponse({ results: query === "" ? places : [...places, searchFor(visit, query)] });
};

async function findPosts(visit: Visit, query: string): Promise<PaletteResult[]> {
  const filter = query === "" ? { limit: mostRecentPosts } : { limit: mostPosts, search: query };
  const { posts } = await visit.api.admin.posts.list(visit.actor, filter);
  return posts.map(({ name, slug, inLanguage }) => ({
    group: "Posts",
    label: name,
    detail: slug,
    lang: inLanguage,
    href: pathTo(visit, `posts/${encodeURIComponent(slug)}`),
  }));
}

/** Live keys come first, and among them names that contain the query as it is. An empty query finds no keys, so that opening the palette reads none. */
async function findKeys(
  visit: Visit,
  query: string,
  isMatch: (text: string) => boolean,
): Promise<PaletteResult[]> {
  if (query === "" || !isPermitted(visit.actor, "keys:manage")) return [];
  const keys = await visit.api.admin.apiKeys.all(visit.actor);
  const now = visit.api.options.clock.now();
  const found = keys.filter(({ name, start }) => isMatch(`${name} ${start}`));
  const isOver = (key: ListedApiKey): boolean => isKeyOver(key, now);
  const rank = (key: ListedApiKey): number =>
    (isOver(key) ? 2 : 0) + (foldText(key.name).includes(foldText(query)) ? 0 : 1);
  const best = found.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostKeys);
  return best.map((key) => ({
    group: "API Keys",
    label: key.name,
    detail: isOver(key) ? `${key.start}…, ended` : `${key.start}…`,
    href: pathTo(visit, `settings/api-keys/${key.id}`),
  }));
}

function searchFor(visit: Visit, query: string): PaletteResult {
  const parameters = new URLSearchParams({ q: query });
  const href = `${pathTo(visit, "search")}?${parameters.toString()}`;
  return { group: "Search", label: `Search the text of all posts for “${query}”`, href };
}

/** Returns a test for texts that contain every word of the query, ignoring case. */
function matcherOf(query: string): (text: string) => boolean {
  const words = foldText(query).split(/\s+/);
  return (text) => words.every((word) => foldText(text).includes(word));
}
