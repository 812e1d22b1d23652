import type { KnowledgeCatalogue, Organization } from "../../content/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import type { IndexSource, SourceEntry } from "../index_source.ts";
import { knowledgePassages } from "../passages/post_passages.ts";

/** Creates the source of the knowledge texts of an organization. */
export function knowledgeSource(
  { slug: organizationSlug, language }: Organization,
  texts: KnowledgeCatalogue,
): IndexSource {
  // The words of a text depend on the language of the organization.
  const toEntry = (key: string, version: string): SourceEntry => ({
    key,
    slug: key,
    version: `${version} ${language}`,
    publicFrom: -Infinity,
  });
  return {
    revision: async () => {
      const revision = await texts.revision(organizationSlug);
      return revision === undefined ? undefined : `${revision} ${language}`;
    },
    changes: async (since) => {
      if (!since.endsWith(` ${language}`)) return undefined;
      const found = await texts.changes(organizationSlug, since.slice(0, -language.length - 1));
      if (found === undefined) return undefined;
      const changed = Array.from(
        found.changed,
        ([key, version]) => [key, version === null ? null : toEntry(key, version)] as const,
      );
      return { revision: `${found.revision} ${language}`, changed: new Map(changed) };
    },
    pages: async function* () {
      for await (const page of texts.pages(organizationSlug)) {
        yield page.map(({ key, version }) => toEntry(key, version));
      }
    },
    read: async (entries) => {
      const found = await texts.read(
        organizationSlug,
        entries.map(({ key }) => key),
      );
      return found.map(
        (entry) =>
          entry && {
            key: entry.id,
            slug: entry.id,
            language,
            section: "",
            tags: entry.tags ?? [],
            updatedAt: toMilliseconds(entry.createdAt) ?? 0,
            publicFrom: -Infinity,
            isFree: true,
            results: knowledgePassages(entry),
          },
      );
    },
  };
}
