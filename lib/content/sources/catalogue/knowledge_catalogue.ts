import { DamagedRecordError, type KeyPart, runQuestion, type Store } from "../../../store/mod.ts";
import { type KnowledgeEntry, placeKey } from "../../knowledge_base/knowledge_record.ts";
import { textsVersion } from "../../knowledge_base/knowledge_record.ts";
import { changedSince } from "../../recent_changes.ts";

/** Number of records that are read together. They hold no texts. */
const pageSize = 500;

/** Lists the ids of an organization's knowledge texts, so that a copy of them can be brought up to date. */
export interface KnowledgeCatalogue {
  /** Returns a text that changes with every text of the organization. Undefined if it is unknown. */
  revision(organizationSlug: string): Promise<string | undefined>;
  /**
   * Returns the present revision, and the texts that have changed since an earlier one, with their versions. Null: the text was deleted.
   * Undefined if they are unknown, so that all texts must be listed.
   */
  changes(
    organizationSlug: string,
    since: string,
  ): Promise<{ revision: string; changed: ReadonlyMap<string, string | null> } | undefined>;
  /** Lists the ids of the texts, in pages. The version changes if an import replaces a text. */
  pages(organizationSlug: string): AsyncIterable<readonly { key: string; version: string }[]>;
  /** Reads texts. Null: the text was deleted, or cannot be read. */
  read(organizationSlug: string, ids: readonly string[]): Promise<(KnowledgeEntry | null)[]>;
}

/** Creates the catalogue of the knowledge texts in the storage. */
export function knowledgeCatalogue(store: Store): KnowledgeCatalogue {
  return {
    revision: async (organizationSlug) => {
      const found = await runQuestion(store, textsVersion(organizationSlug));
      if (found instanceof DamagedRecordError) return undefined;
      return found?.version ?? "";
    },
    changes: async (organizationSlug, since) => {
      const partition = ["org", organizationSlug];
      const found = await runQuestion(store, textsVersion(organizationSlug));
      if (found === null || found instanceof DamagedRecordError) return undefined;
      const ids = changedSince(found, since);
      if (ids === undefined) return undefined;
      const places = await store.getReadable<object[]>(ids.map((id) => ({ partition, key: placeKey(id) })));
      return {
        revision: found.version,
        changed: new Map(ids.map((id, at) => [id, places[at]?.version ?? null])),
      };
    },
    pages: async function* (organizationSlug) {
      const options = { prefix: ["knowledge-id"] };
      const pages = store.listPages<{ key: KeyPart[] }>(["org", organizationSlug], options, pageSize);
      for await (const places of pages) {
        // The last part of a text's key is its id.
        yield places.map(({ data, version }) => ({ key: String(data.key.at(-1)), version }));
      }
    },
    read: async (organizationSlug, ids) => {
      const partition = ["org", organizationSlug];
      const places = await store.getReadable<{ key: KeyPart[] }[]>(
        ids.map((id) => ({ partition, key: placeKey(id) })),
      );
      const found = places.flatMap((place) => (place === null ? [] : [place.data.key]));
      const entries = await store.getReadable<KnowledgeEntry[]>(found.map((key) => ({ partition, key })));
      const byId = new Map(entries.flatMap((entry) => (entry === null ? [] : [[entry.data.id, entry.data]])));
      return ids.map((id) => byId.get(id) ?? null);
    },
  };
}
