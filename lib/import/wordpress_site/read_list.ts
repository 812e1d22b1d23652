import { ImportError } from "../import_error.ts";
import { type JsonObject, listOf, objectOf } from "../ghost/json_value.ts";
import type { ApiParameters, ApiResponse, WordPressApi } from "./wordpress_api.ts";

/** Numbers of items of a request. If the site cannot send a page, smaller parts of it are requested. */
const sizes = [100, 20, 4, 1] as const;
const [pageSize] = sizes;
/** Maximum numbers of pages, and of consecutive requests without a usable response. */
const mostPages = 10_000;
const mostFaults = 10;

/** A part of a list. */
export interface ListPart {
  items: readonly JsonObject[];
  /** Number of items of the list. Undefined if it is unknown. */
  total: number | undefined;
  /** The reason why an item is missing. Default: no item is missing. */
  lost?: string;
}

/** A list that the site refuses, or that has too many pages or unusable responses. */
export class UnreadableListError extends ImportError {
  override name = "UnreadableListError";
  readonly status: number;

  constructor(file: string, reason: string, status: number) {
    super({ file }, reason);
    this.status = status;
  }
}

/**
 * Reads a list in the order of ids, page by page. Each item is yielded once. If items disappear meanwhile, later items move to earlier pages, which
 * are read again.
 *
 * @param file name of the site for messages
 * @throws {UnreadableListError} if the site refuses the list, or more is wrong than with single items
 */
export async function* readList(
  api: WordPressApi,
  path: string,
  parameters: ApiParameters,
): AsyncGenerator<ListPart> {
  const reader = new ListReader(api, path, parameters);
  yield* reader.read();
}

class ListReader {
  readonly #api: WordPressApi;
  readonly #path: string;
  readonly #parameters: ApiParameters;
  readonly #seen = new Set<unknown>();
  #total: number | undefined;
  #faults = 0;
  #lost = 0;

  constructor(api: WordPressApi, path: string, parameters: ApiParameters) {
    this.#api = api;
    this.#path = path;
    this.#parameters = { ...parameters, orderby: "id", order: "asc" };
  }

  async *read(): AsyncGenerator<ListPart> {
    let furthest = 0;
    for (let page = 1, requests = 0; ; requests++) {
      if (requests >= mostPages)
        throw this.#error(`the list ${this.#path} has more than ${mostPages} pages`, 200);
      const before = { total: this.#total, seen: this.#seen.size, lost: this.#lost };
      const isLast = yield* this.#readPart(page, 0);
      const removed = (before.total ?? 0) - (this.#total ?? 0);
      const isRepeated = page > furthest && this.#seen.size === before.seen && this.#lost === before.lost;
      furthest = Math.max(furthest, page);
      if (removed > 0 && page > 1) page = Math.max(1, page - Math.ceil(removed / pageSize));
      else if (isLast || isRepeated) break;
      else page++;
    }
    const missing = (this.#total ?? 0) - this.#seen.size - this.#lost;
    if (missing > 0)
      yield { items: [], total: this.#total, lost: `the site counts ${missing} more than it lists` };
  }

  /** Reads a page of a size, or its parts. Returns true if the list ends with it. */
  async *#readPart(page: number, level: number): AsyncGenerator<ListPart, boolean> {
    const size = sizes[level] ?? 1;
    const response = await this.#api.read(this.#path, { ...this.#parameters, per_page: size, page });
    if (response.fault === undefined && Array.isArray(response.value)) {
      this.#total = response.total ?? this.#total;
      this.#faults = 0;
      const items = this.#newItems(response.value);
      yield { items, total: this.#total };
      return response.pages === undefined ? response.value.length === 0 : page >= response.pages;
    }
    if (response.code === "rest_post_invalid_page_number") {
      // The list has become shorter than the number of pages that the last response named.
      this.#total = Math.min(this.#total ?? 0, (page - 1) * size);
      return true;
    }
    this.#refuse(response);
    if (level === sizes.length - 1) {
      this.#lost++;
      const lost = `item ${page} of the list ${this.#path} is not readable: ${response.fault ?? "no list"}`;
      yield { items: [], total: this.#total, lost };
      return this.#total !== undefined && page >= this.#total;
    }
    const parts = size / (sizes[level + 1] ?? 1);
    for (let part = 1; part <= parts; part++)
      if (yield* this.#readPart((page - 1) * parts + part, level + 1)) return true;
    return false;
  }

  /** @throws {UnreadableListError} unless a smaller part of the list may be readable */
  #refuse({ status, fault = "no list" }: ApiResponse): void {
    const isOwnFault = status >= 400 && status < 500;
    if (isOwnFault || ++this.#faults > mostFaults)
      throw this.#error(`the list ${this.#path} is not readable: ${fault}`, status);
  }

  #newItems(found: unknown): JsonObject[] {
    return listOf(found).flatMap((value) => {
      const item = objectOf(value);
      if (item === undefined || this.#seen.has(item["id"])) return [];
      this.#seen.add(item["id"]);
      return [item];
    });
  }

  #error(reason: string, status: number): UnreadableListError {
    return new UnreadableListError(this.#api.home, reason, status);
  }
}
