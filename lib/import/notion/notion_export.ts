import { decodePercent } from "../../base/text/decode_percent.ts";
import type { ImportedPost, ImportItem, ImportNote, ImportSource, SkippedItem } from "../import_item.ts";
import { ImportError } from "../import_error.ts";
import type { ReadItems } from "../run/link_translations.ts";
import { csvRows } from "../substack/csv_rows.ts";
import { toReference } from "../links/page_references.ts";
import { isStatusName } from "./notion_fields.ts";
import { notionIdOf, withoutIds } from "./notion_names.ts";

/** Maximum number of columns of a database that are read, and the length of a name in characters. */
const mostColumns = 500;
const longestColumn = 200;
const longestName = 200;

/** A link to a page of Notion by its id, with the rest of its address up to the fragment. */
const notionLink =
  /https:\/\/(?:www\.)?notion\.(?:so|site)\/(?:[^\s"'<>()?#]{0,300}[-/])?([0-9a-f]{32})(?:\?[\w=&;%.-]{0,200})?(?=[\s"'<>()#]|$)/g;

/** A link to a table of the export, and the maximum number of them that a page names. */
const tableLink = /\shref="(?!https?:)([^"\n]{1,1000}\.csv)"/g;
const mostLinks = 100;

/** A database of the export. */
interface Database {
  file: string;
  columns: string[];
  rows: number;
}

/** An export of Notion as a whole: its databases, and the links between its pages. */
export class NotionExport {
  readonly #databases = new Map<string, Database>();
  /** Folders with a page that has a status. */
  readonly #withStatus = new Set<string>();
  /** Folders with a page. */
  readonly #folders = new Set<string>();
  /** Paths of the pages by their ids. */
  readonly #paths = new Map<string, string>();
  /** The note about pages that are public without a status. */
  #public: (ImportNote & { count: number }) | undefined;
  /** Tables that cannot be read. */
  readonly #unread: SkippedItem[] = [];

  /** Reads a table. A database has two: all its columns are in the table `_all.csv`. */
  async addTable(path: string, source: ImportSource): Promise<void> {
    const folder = withoutIds(path.replace(/(?:_all)?\.csv$/i, ""));
    const database = this.#databases.get(folder) ?? { file: source.file, columns: [], rows: 0 };
    let rows = -1;
    try {
      for await (const { fields } of csvRows(source)) {
        if (++rows === 0)
          database.columns.push(...fields.slice(0, mostColumns).map((one) => one.slice(0, longestColumn)));
      }
      database.rows = Math.max(database.rows, rows);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      const { place, reason } = error;
      this.#unread.push({ kind: "skipped", category: "database", reason, isLoss: false, place });
    }
    this.#databases.set(folder, database);
    if (database.columns.some(isStatusName)) this.#withStatus.add(folder);
  }

  /** Returns the names of the columns of a page's database. Undefined if the page is in no database that is known. */
  columnsOf(path: string): readonly string[] | undefined {
    return this.#databases.get(folderOf(path))?.columns;
  }

  /** Completes the items of the pages: statuses by the other pages of a database, and links by ids. */
  async *complete(
    pass: Parameters<ReadItems>[0],
    items: AsyncIterable<ImportItem>,
  ): AsyncGenerator<ImportItem> {
    for await (const item of items) {
      if (item.kind !== "post") yield item;
      else if (pass === "keys") {
        this.#add(item);
        yield item;
      } else yield* this.#completed(item);
    }
    if (pass === "keys") return;
    if (this.#public !== undefined) yield this.#public;
    yield* this.#withoutPages();
  }

  #add({ key = "", path = key, input }: ImportedPost): void {
    const folder = folderOf(path);
    this.#folders.add(folder);
    if (input.status !== undefined) this.#withStatus.add(folder);
    this.#paths.set(key, path);
  }

  *#completed(item: ImportedPost): Generator<ImportItem> {
    const { place, key = "", path = key } = item;
    const { html, markdown, name, status } = item.input;
    let unknown = 0;
    const isHeldBack = status === undefined && this.#withStatus.has(folderOf(path));
    yield {
      ...item,
      input: {
        ...item.input,
        ...(isHeldBack && { status: "draft" }),
        ...(html !== undefined && { html: this.#linked(html, () => unknown++) }),
        ...(markdown !== undefined && { markdown: this.#linked(markdown) }),
      },
    };
    for (const name of databasesIn(html)) {
      const text = `the link to the database ${JSON.stringify(name)} has no target, because a database is no post`;
      yield { kind: "note", category: "dead-link", text, isLoss: true, place };
    }
    if (unknown > 0) {
      const text = "links to pages of Notion stay, because the pages are not in the export";
      yield { kind: "note", category: "link-to-other-page", text, count: unknown, place };
    }
    const label = JSON.stringify(name.slice(0, longestName));
    if (isHeldBack) {
      const text = `${label} has no status, as other pages of its database have, so it becomes a draft`;
      yield { kind: "note", category: "status", text, place };
    } else if (status === undefined) {
      const text = `pages without a status are public, such as ${label}`;
      this.#public ??= { kind: "note", category: "no-status", text, count: 0, place };
      this.#public.count++;
    }
  }

  /** Replaces addresses of notion.so that lead to a page of the export. */
  #linked(text: string, onUnknown: () => void = () => undefined): string {
    if (!text.includes("notion.")) return text;
    return text.replace(notionLink, (address, id: string) => {
      const path = this.#paths.get(id);
      if (path === undefined) onUnknown();
      return path === undefined ? address : toReference(`/${path}`).replace(/[#?]/g, encodeURIComponent);
    });
  }

  /** Yields the databases without pages, whose rows are lost. */
  *#withoutPages(): Generator<SkippedItem> {
    yield* this.#unread;
    for (const [folder, { file, rows }] of this.#databases) {
      if (rows < 1 || this.#folders.has(folder)) continue;
      const reason = "it is a database without pages, so its rows are not read";
      yield { kind: "skipped", category: "database-row", reason, count: rows, place: { file } };
    }
  }
}

/** Returns the names of the databases to whose tables a page has links. */
function databasesIn(html = ""): string[] {
  const names = new Set<string>();
  for (const [, address = ""] of html.matchAll(tableLink)) {
    const path = decodePercent(address).replace(/(?:_all)?\.csv$/, "");
    if (notionIdOf(path) !== undefined && names.size < mostLinks)
      names.add(withoutIds(path).split("/").at(-1) ?? "");
  }
  return [...names];
}

function folderOf(path: string): string {
  return withoutIds(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
}
