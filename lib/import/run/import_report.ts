import type { PutPost } from "../../content/mod.ts";
import type { ImportNote, Place, SkippedItem } from "../import_item.ts";

/** The result of importing one item. */
export type ImportReport =
  /**
   * A post. `kept`: it was edited since the last import, so the import left it unchanged. `archived`: its source no longer
   * has it.
   */
  | {
      outcome: PutPost["outcome"] | "kept" | "archived";
      slug: string;
      /** Title of a created, updated or unchanged post. */
      name?: string;
      /** The post's address on its old site. Default: unknown. */
      sourceUrl?: string;
      /** Earlier addresses of the post. */
      aliases?: readonly string[];
      place: Place;
    }
  | ({ outcome: "skipped" } & Omit<SkippedItem, "kind">)
  | ({ outcome: "note" } & Omit<ImportNote, "kind">)
  /** The post was imported, but a field is probably wrong. `pointer` is a JSON pointer to the field. */
  | { outcome: "warning"; pointer: string; message: string; place: Place };
