import { changesText } from "./post_form/post_status.ts";
import { userNames } from "./user_names.ts";
import type { ListedApiKey } from "../../access/mod.ts";
import { isPermitted } from "../../api/mod.ts";
import { postUrl } from "../../content/mod.ts";
import { ProblemError } from "../../http/mod.ts";
import { foldText } from "../../base/text/fold_text.ts";
import { jsonResponse } from "../frame/answers.ts";
import { shownSections } from "../frame/layout.ts";
import { listAddress } from "../frame/paging.ts";
import { importPage } from "./imports/import_form.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";

/** Maximum number of results, and of posts, keys and members among them. */
const mostResults = 24;
const mostPosts = 8;
const mostRecentPosts = 4;
const mostKeys = 5;
/** Number of found keys of which the best are shown. */
const mostRankedKeys = 25;
const mostMembers = 3;
const longestQuery = 200;

/** A result of the command palette: a link with its group. */
interface PaletteResult {
  group: "Actions" | "Posts" | "API Keys" | "Members" | "Pages" | "Search";
  label: string;
  href: string;
  /** Text that tells similar results apart. */
  detail?: string;
  /** Language of the label, if it is content. */
  lang?: string;
  /** Public address of a post, which the editor inserts. */
  address?: string;
}

/** Actions that have a page of their own. */
const actions = [
  { page: "new-post", label: "New post", needs: "posts:write-own" },
  { page: importPage, label: "Import posts", needs: "posts:write" },
  { page: "settings/api-keys/new", label: "Generate API Key", needs: "keys:manage" },
  { page: "settings/webhooks/new", label: "New webhook", needs: "webhooks:manage" },
] as const;

/** Finds pages, actions, posts, keys and members that the visitor may open. An empty query lists actions, the last changed posts and pages. */
export const findInPalette: PageHandler = async (visit) => {
  const query = (visit.url.searchParams.get("q") ?? "").trim();
  if (query.length > longestQuery) {
    throw new ProblemError("invalid-parameter", `q must have at most ${longestQuery} characters`);
  }
  const isMatch = matcherOf(query);
  const [posts, keys, members] = await Promise.all([
    findPosts(visit, query),
    findKeys(visit, query),
    findMembers(visit, query),
  ]);
  const places = [
    ...actions
      .filter(({ label, needs }) => isPermitted(visit.actor, needs) && isMatch(label))
      .map(({ page, label }) => ({ group: "Actions" as const, label, href: pathTo(visit, page) })),
    ...posts,
    ...keys,
    ...members,
    ...shownSections(visit)
      .filter(({ label }) => isMatch(label))
      .map(({ page, label }) => ({ group: "Pages" as const, label, href: pathTo(visit, page) })),
  ].slice(0, mostResults - 1);
  return jsonResponse({ results: query === "" ? places : [...places, searchFor(visit, query)] });
};

async function findPosts(visit: Visit, query: string): Promise<PaletteResult[]> {
  const filter = query === "" ? { limit: mostRecentPosts } : { limit: mostPosts, search: query };
  const [{ posts, next }, organization] = await Promise.all([
    visit.api.admin.posts.list(visit.actor, filter),
    visit.api.admin.organization.get(visit.actor),
  ]);
  const names = await userNames(
    visit,
    posts.map(({ unpublishedChanges }) => unpublishedChanges?.by),
  );
  const now = visit.api.options.clock.now();
  const results = posts.map(({ name, slug, inLanguage, unpublishedChanges: mark }): PaletteResult => ({
    group: "Posts",
    label: name,
    detail: mark === undefined ? slug : `${slug} · ${changesText(mark, { names, now })}`,
    lang: inLanguage,
    href: pathTo(visit, `posts/${encodeURIComponent(slug)}`),
    address: postUrl(organization, slug),
  }));
  if (query === "" || next === null) return results;
  const href = listAddress(pathTo(visit, "posts"), { search: query });
  return [...results, { group: "Posts", label: `More posts with “${query}”`, href }];
}

/**
 * Finds keys by their index: live keys first, and among them names that contain the query as it is. An empty query finds no keys, so that
 * opening the palette reads none.
 */
async function findKeys(visit: Visit, query: string): Promise<PaletteResult[]> {
  if (query === "" || !isPermitted(visit.actor, "keys:manage")) return [];
  const wanted = foldText(query);
  const rank = ({ name }: ListedApiKey): number => (foldText(name).includes(wanted) ? 0 : 1);
  const find = async (status: "live" | "ended", limit: number): Promise<ListedApiKey[]> => {
    const found = await visit.api.admin.apiKeys.list(visit.actor, {
      status,
      search: query,
      limit: mostRankedKeys,
    });
    return found.keys.toSorted((one, other) => rank(one) - rank(other)).slice(0, limit);
  };
  const live = await find("live", mostKeys);
  const ended = live.length < mostKeys ? await find("ended", mostKeys - live.length) : [];
  const resultOf = ({ id, name, start }: ListedApiKey, end: string): PaletteResult => ({
    group: "API Keys",
    label: name,
    detail: `${start}…${end}`,
    href: pathTo(visit, `settings/api-keys/${id}`),
  });
  const exact = live.find(({ id }) => id === query);
  return [
    ...live.map((key) => resultOf(key, key.disabledAt === undefined ? "" : ", disabled")),
    ...(exact === undefined ? [] : [revocationOf(visit, exact)]),
    ...ended.map((key) => resultOf(key, ", ended")),
  ];
}

/** Returns the result that revokes the key of a query, which is its id. A pasted key is cut to its id. */
function revocationOf(visit: Visit, { id, name }: ListedApiKey): PaletteResult {
  const href = pathTo(visit, `settings/api-keys/${id}/revoke`);
  return { group: "API Keys", label: `Revoke ${name}`, detail: "asks first", href };
}

/** Finds members by their index, for visitors who may see them. A result leads to the list with only this member. */
async function findMembers(visit: Visit, query: string): Promise<PaletteResult[]> {
  if (query === "" || !isPermitted(visit.actor, "members:manage")) return [];
  const { members } = await visit.api.admin.members.list(visit.actor, { search: query, limit: mostMembers });
  return members.map(({ userId, name, email, role }) => ({
    group: "Members",
    label: name,
    detail: email ?? role,
    href: listAddress(pathTo(visit, "settings/members"), { search: email ?? userId }),
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
