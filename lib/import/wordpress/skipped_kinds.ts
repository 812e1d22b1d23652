import type { ImportItem, Place } from "../import_item.ts";

/** Categories by type. Items of these types are no content of posts. */
const knownTypes: Readonly<Record<string, string>> = {
  attachment: "attachment",
  revision: "revision",
  nav_menu_item: "menu-item",
  wp_navigation: "menu-item",
  custom_css: "custom-css",
  customize_changeset: "custom-css",
  wp_global_styles: "custom-css",
  wp_template: "template",
  wp_template_part: "template",
  wp_block: "pattern",
  wp_font_family: "font",
  wp_font_face: "font",
  oembed_cache: "cache",
  user_request: "user-request",
};

/** Maximum number of types that are counted one by one. */
const mostKinds = 1000;

interface Kind {
  category: string;
  isLoss: boolean;
  count: number;
  /** Text after the count. */
  text: string;
  line: number | undefined;
}

/** Counts the items of an export that are not posts. Each kind of item is reported once, with its number. */
export class SkippedKinds {
  readonly #file: string;
  readonly #kinds = new Map<string, Kind>();

  constructor(file: string) {
    this.#file = file;
  }

  addType(type: string, { line }: Place): void {
    const known = Object.hasOwn(knownTypes, type) ? knownTypes[type] : undefined;
    const name = this.#kinds.has(type) || this.#kinds.size < mostKinds ? type.slice(0, 100) : "other";
    this.#add(name, 1, {
      category: known ?? "other-type",
      isLoss: known === undefined,
      text: `of the type ${name}`,
      line,
    });
  }

  addComments(count: number, { line }: Place): void {
    if (count > 0)
      this.#add("\ncomments", count, { category: "comment", isLoss: false, text: "comments", line });
  }

  *items(): Generator<ImportItem> {
    for (const { category, isLoss, count, text, line } of this.#kinds.values()) {
      const place = line === undefined ? { file: this.#file } : { file: this.#file, line };
      const reason =
        category === "comment"
          ? `${count} ${count === 1 ? "comment" : "comments"}`
          : `${count} ${count === 1 ? "item" : "items"} ${text}, so neither post nor page`;
      yield { kind: "skipped", category, reason, count, isLoss, place };
    }
  }

  #add(name: string, count: number, kind: Omit<Kind, "count">): void {
    const known = this.#kinds.get(name);
    if (known === undefined) this.#kinds.set(name, { ...kind, count });
    else known.count += count;
  }
}
