import type { KnowledgeCatalogue, Organization } from "../../content/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import type { IndexSource } from "../index_source.ts";
import { knowledgePassages } from "../passages/post_passages.ts";

/** Creates the source of the knowledge texts of an organization. */
export function knowledgeSource(
  { slug: organizationSlug, language }: Organization,
  texts: KnowledgeCatalogue,
): IndexSource {
  return {
    revision: async () => {
      const revision = await texts.revision(organizationSlug);
      return revision === undefined ? undefined : `${revision} ${language}`;
    },
    pages: async function* () {
      for await (const page of texts.pages(organizationSlug)) {
        yield page.map(({ key, version }) => ({
          key,
          slug: key,
          // The words of a text depend on the language of the organization.
          version: `${version} ${language}`,
          publicFrom: -Infinity,
        }));
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
