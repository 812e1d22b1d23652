import { authorNames } from "../../base/text/author_names.ts";
import { foldText } from "../../base/text/fold_text.ts";
import { type StoredPost } from "../../content/mod.ts";
import { ProblemError } from "../../http/mod.ts";
import { jsonResponse } from "../frame/answers.ts";
import { timeZones } from "../format/zoned_time.ts";
import type { PageHandler, Visit } from "../visit.ts";

/** Maximum number of suggested values, of posts that are read for them, and of characters of a query. */
const mostSuggested = 20;
const mostRead = 50;
const longestQuery = 200;

/** A value that a field can get. */
interface Suggestion {
  value: string;
  /** Text beside the value. Default: none. */
  label?: string;
}

type Source = (visit: Visit, query: string) => Promise<readonly Suggestion[]> | readonly Suggestion[];

const sources: Readonly<Record<string, Source>> = {
  articleSection: valuesOfPosts(({ articleSection }) => [articleSection]),
  authors: valuesOfPosts(authorNames, "newest"),
  tags: valuesOfPosts(({ tags = [] }) => tags),
  translations: async (visit, query) =>
    (await postsFor(visit, query)).map(({ slug, name, inLanguage }) => ({
      value: `${inLanguage}: ${slug}`,
      label: name,
    })),
  timeZone: (_visit, query) => {
    const wanted = foldText(query).replaceAll(" ", "_");
    return timeZones().flatMap((value) => (foldText(value).includes(wanted) ? [{ value }] : []));
  },
};

/** Suggests values of a field of posts: those of other posts that contain the query. */
export const suggestValues: PageHandler = async (visit) => {
  const { searchParams } = visit.url;
  const source = sources[searchParams.get("field") ?? ""];
  const query = (searchParams.get("q") ?? "").trim();
  if (source === undefined) {
    throw new ProblemError("invalid-parameter", `field must be one of ${Object.keys(sources).join(", ")}`);
  }
  if (query.length > longestQuery) {
    throw new ProblemError("invalid-parameter", `q must have at most ${longestQuery} characters`);
  }
  const values = await source(visit, query);
  return jsonResponse({ values: values.slice(0, mostSuggested) });
};

/** Suggests the distinct values of posts. The search of lists does not find authors, so these are of the last changed posts. */
function valuesOfPosts(valuesOf: (post: StoredPost) => readonly string[], posts?: "newest"): Source {
  return async (visit, query) => {
    const wanted = foldText(query);
    const found = await postsFor(visit, posts === "newest" ? "" : query);
    const values = new Set(found.flatMap(valuesOf).filter((value) => foldText(value).includes(wanted)));
    return Array.from(values, (value) => ({ value }));
  };
}

async function postsFor({ api, actor }: Visit, query: string): Promise<readonly StoredPost[]> {
  const search = query === "" ? {} : { search: query };
  return (await api.admin.posts.list(actor, { limit: mostRead, ...search })).posts;
}

/** Names of the fields with suggested values. */
export const suggestedFields: ReadonlySet<string> = new Set(Object.keys(sources));
