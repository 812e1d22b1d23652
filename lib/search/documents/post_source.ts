import {
  type CataloguedPost,
  faqOptionsOf,
  type HostFaq,
  type Organization,
  type Post,
  type PostCatalogue,
  postFields,
} from "../../content/mod.ts";
import { rowsOf } from "../../base/fields/field.ts";
import { htmlSections, htmlSectionSteps } from "../../faq/html_sections.ts";
import { TextWorkStoppedError } from "../../base/text_work_errors.ts";
import { faqEntriesOf, type TextWork, type TextWorks } from "../../import/text_work/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import type { IndexSource } from "../index_source.ts";
import type { SearchDocument } from "../index/search_document.ts";
import { postPassages } from "../passages/post_passages.ts";
import { customTexts, customTextsVersion } from "./custom_texts.ts";

/** Dependencies of {@link postSource}. */
export interface PostSourceDeps {
  posts: PostCatalogue;
  textWork: TextWorks;
  faq: HostFaq;
  clock: { now(): number };
}

/** Creates the source of the posts of an organization. Its settings for FAQ entries, and the definitions of its fields, are part of each version. */
export function postSource(organization: Organization, deps: PostSourceDeps): IndexSource {
  const { posts, clock } = deps;
  const { slug: organizationSlug } = organization;
  const settings = settingsOf(organization);
  const toEntry = (post: CataloguedPost): CataloguedPost => ({
    ...post,
    version: `${post.version} ${settings}`,
  });
  return {
    revision: async () => {
      const revision = await posts.revision(organizationSlug, clock.now());
      return postsRevisionOf(organization, revision);
    },
    changes: async (since) => {
      if (!since.endsWith(` ${settings}`)) return undefined;
      const before = since.slice(0, -settings.length - 1);
      const found = await posts.changes?.(organizationSlug, before);
      if (found === undefined) return undefined;
      const changed = Array.from(found.changed, ([key, post]) => [key, post && toEntry(post)] as const);
      return { revision: `${found.revision} ${settings}`, changed: new Map(changed) };
    },
    pages: async function* () {
      for await (const page of posts.pages(organizationSlug)) {
        yield page.map(toEntry);
      }
    },
    read: async (entries, { work, pause }) => {
      const found = await posts.read(organizationSlug, entries, { html: true, now: clock.now() });
      const documents: (SearchDocument | null)[] = [];
      for (const [index, post] of found.entries()) {
        const entry = entries[index];
        documents.push(
          post === null || entry === undefined ? null : await toDocument(organization, { post, entry }, deps),
        );
        // Reading HTML takes about as long as indexing its text.
        if (work.add(post?.html?.length ?? 0)) await pause();
      }
      return documents;
    },
  };
}

/** Returns the revision of an index of posts: that of the posts, with the organization's settings. */
export function postsRevisionOf(
  organization: Organization,
  revision: string | undefined,
): string | undefined {
  return revision === undefined ? undefined : `${revision} ${settingsOf(organization)}`;
}

function settingsOf(organization: Organization): string {
  const { faq, language, section } = organization;
  const fields = customTextsVersion(organization);
  return JSON.stringify([faq, language, section, ...(fields === undefined ? [] : [fields])]);
}

async function toDocument(
  organization: Organization,
  { post, entry: { key, publicFrom } }: { post: Post; entry: Pick<CataloguedPost, "key" | "publicFrom"> },
  { faq, textWork }: PostSourceDeps,
): Promise<SearchDocument> {
  const { name, html = "", author, authors = author === undefined ? [] : [author] } = post;
  const { tags = [], isAccessibleForFree = true } = post;
  const ownWork = textWork.of(organization.slug);
  const sections = await sectionsOf(html, ownWork);
  const faqEntries = await faqEntriesOf(html, faqOptionsOf(organization, post, faq), ownWork);
  return {
    key,
    language: post.inLanguage ?? organization.language,
    section: post.articleSection ?? organization.section,
    tags,
    updatedAt: toMilliseconds(post.changedAt ?? post.updatedAt) ?? 0,
    publicFrom,
    isFree: isAccessibleForFree,
    slug: post.slug,
    results: postPassages({
      name,
      description: searchedText(post),
      authors,
      tags,
      sections,
      values: customTexts(organization, post),
      faqEntries,
    }),
  };
}

const searchedFields = rowsOf(postFields).flatMap(([field, { search }]) =>
  search === "text" ? [field] : [],
);

/** Returns the texts of the fields that searches find beside the content, or undefined. */
function searchedText(post: Post): string | undefined {
  const values = post as unknown as Readonly<Partial<Record<string, string>>>;
  return searchedFields.flatMap((field) => values[field] ?? []).join("\n") || undefined;
}

/** Splits the content at its headings. Content that takes too long is left out, as FAQ entries are. */
async function sectionsOf(html: string, textWork: TextWork): Promise<ReturnType<typeof htmlSections>> {
  try {
    return await textWork.run({
      name: "readSections",
      input: html,
      length: html.length,
      inline: () => htmlSections(html),
      steps: () => htmlSectionSteps(html),
    });
  } catch (error) {
    if (error instanceof TextWorkStoppedError) return [];
    throw error;
  }
}
