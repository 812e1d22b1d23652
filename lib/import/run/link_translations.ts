import { callback, fields, rule } from "../../base/input/check_options.ts";
import { toSlug } from "../../content/mod.ts";
import { given } from "../../base/given.ts";
import { canonicalLanguageTag } from "../../base/text/language_tag.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { pageKeyOf, PageLinks } from "../links/page_links.ts";
import { detachedText } from "../values/detached_text.ts";
import type { ImportItem, ImportedPost } from "../import_item.ts";

/** Options of {@link linkTranslations}. */
export interface LinkTranslationsOptions {
  /** Language of posts without a language, such as that of the organization. Default: such posts are left out of the links. */
  language?: string;
  /** Replaces the links between the posts. Default: links stay as they are. */
  links?: PageLinks;
}

/** Reads the items from the beginning. In the first pass the content of the posts is not used. */
export type ReadItems = (pass: "keys" | "posts") => Iterable<ImportItem> | AsyncIterable<ImportItem>;

/** Limits of a post's input. */
const maxTranslations = 100;
const maxSlugLength = 200;

/** A post of the first pass. */
interface Member {
  slug: string;
  language: string | undefined;
}

const optionsCheck = fields<LinkTranslationsOptions>({
  links: rule("an instance of PageLinks", (links) => links instanceof PageLinks),
  language: rule(
    "a BCP 47 language tag such as en-US",
    (tag) => typeof tag === "string" && canonicalLanguageTag(tag) !== undefined,
  ),
});

/**
 * Links the posts that are translations of one another: posts with the same `translationKey` in different languages. Each post
 * gets the slugs of all as `translations`, unless it has translations. Of translations with the same slug, the post in
 * `language` keeps it, or else the first. The others get the slug with their language, such as `hello.fr`.
 *
 * The items are read twice. In between only slugs and keys are in memory.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export async function* linkTranslations(
  read: ReadItems,
  options: LinkTranslationsOptions = {},
): AsyncGenerator<ImportItem> {
  const action = "link the translations";
  callback(read, { action, option: "read" });
  optionsCheck(options, { action, option: "" });
  const { links: pages } = options;
  const found: PageKey[] = [];
  const groups = await readGroups(read("keys"), pages && found);
  const own = options.language === undefined ? undefined : canonicalLanguageTag(options.language);
  const links = linksOf(groups, own);
  groups.clear();
  const slugIn = (page: PageKey): string => slugOf(linked(page, links, own));
  await pages?.read(
    found.map((page) => ({
      ...page,
      name: page.input.name,
      slug: slugIn(page),
      sourceSlug: slugOf(page),
    })),
  );
  for await (const item of read("posts")) {
    if (item.kind !== "post") yield item;
    else if (pages === undefined) yield linked(item, links, own);
    else {
      const { item: post, notes } = await pages.link(linked(item, links, own));
      yield post;
      yield* notes;
    }
  }
  if (pages !== undefined) yield* pages.end();
}

/** The parts of a post from which its slug and address follow. */
type PageKey = ImportedPost & { key: string; aliases: readonly string[] };

/** Returns a post of the first pass without the other parts. */
function withoutContent(post: ImportedPost): PageKey {
  const { kind, path, place, sourceUrl, otherAddresses = [], translationKey, input } = post;
  const { slug, name, inLanguage, aliases = [] } = input;
  const kept = {
    name: detachedText(name),
    html: "",
    ...given({ slug: slug && detachedText(slug), inLanguage }),
  };
  return {
    kind,
    key: detachedText(pageKeyOf(post)),
    place,
    input: kept,
    aliases: [...aliases, ...otherAddresses].map(detachedText),
    ...given({
      path: path && detachedText(path),
      sourceUrl: sourceUrl && detachedText(sourceUrl),
      translationKey: translationKey && detachedText(translationKey),
    }),
  };
}

async function readGroups(
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  pages: PageKey[] | undefined,
): Promise<Map<string, Member[]>> {
  const groups = new Map<string, Member[]>();
  for await (const item of items) {
    // A post without a slug is refused.
    if (item.kind !== "post" || slugOf(item) === "") continue;
    pages?.push(withoutContent(item));
    if (item.translationKey === undefined) continue;
    const member = { slug: detachedText(slugOf(item)), language: languageOf(item) };
    const group = groups.get(item.translationKey);
    if (group === undefined) groups.set(detachedText(item.translationKey), [member]);
    else group.push(member);
  }
  return groups;
}

interface Link {
  translations: Readonly<Record<string, string>> | undefined;
  /** The linked post in each language, with the slug that it gets. */
  posts: ReadonlyMap<string | undefined, { slug: string; newSlug: string }>;
}

function linksOf(groups: ReadonlyMap<string, readonly Member[]>, own: string | undefined): Map<string, Link> {
  const links = new Map<string, Link>();
  for (const [key, members] of groups) {
    const byLanguage = new Map<string | undefined, string>();
    for (const { slug, language } of members) {
      const tag = language ?? own;
      if (!byLanguage.has(tag) && byLanguage.size < maxTranslations) byLanguage.set(tag, slug);
    }
    if (byLanguage.size > 1) links.set(key, toLink(byLanguage, own));
  }
  return links;
}

function toLink(byLanguage: ReadonlyMap<string | undefined, string>, own: string | undefined): Link {
  const posts = new Map<string | undefined, { slug: string; newSlug: string }>();
  const translations: Record<string, string> = {};
  const taken = new Set<string>();
  const entries = [...byLanguage].toSorted(([one], [other]) => rank(one, own) - rank(other, own));
  for (const [tag, slug] of entries) {
    const newSlug = taken.has(slug) && tag !== undefined ? withLanguage(slug, tag) : slug;
    taken.add(newSlug);
    posts.set(tag, { slug, newSlug });
    if (tag !== undefined) translations[tag] = newSlug;
  }
  return { posts, translations: Object.keys(translations).length > 1 ? translations : undefined };
}

/** Sorts the post that keeps its slug to the front: `en-US`, or else `en`, in an organization with the language `en-US`. */
function rank(tag: string | undefined, own: string | undefined): number {
  if (tag === own || tag === undefined) return 0;
  return own !== undefined && tag.split("-", 1)[0] === own.split("-", 1)[0] ? 1 : 2;
}

function linked(item: ImportedPost, links: ReadonlyMap<string, Link>, own: string | undefined): ImportedPost {
  const link = links.get(item.translationKey ?? "");
  const post = link?.posts.get(languageOf(item) ?? own);
  if (link === undefined || post?.slug !== slugOf(item)) return item;
  const { translations = link.translations } = item.input;
  const input = { ...item.input, slug: post.newSlug, ...(translations && { translations }) };
  return { ...item, input };
}

function slugOf({ input }: ImportedPost): string {
  return input.slug ?? toSlug(input.name);
}

function languageOf({ input }: ImportedPost): string | undefined {
  return input.inLanguage === undefined ? undefined : canonicalLanguageTag(input.inLanguage);
}

function withLanguage(slug: string, tag: string): string {
  return `${cutText(slug, maxSlugLength - tag.length - 1)}.${tag}`;
}
