/** A page of a list that is read by cursors. A cursor leads forward only, so the address remembers the pages before it. */
export interface CursorPlace {
  /** Cursor of the page. Default: the first page. */
  after?: string;
  /** Cursors of the pages before it. An empty text is the first page. */
  back: readonly string[];
  /** Number of entries before the page. */
  before: number;
}

/** Maximum number of earlier pages that an address remembers. */
const keptCursors = 10;

/** The first page. */
export const firstPlace: CursorPlace = { back: [], before: 0 };

/** Reads the page that an address names. Names of parameters begin with `prefix`, which distinguishes the lists of a page. */
export function readPlace(parameters: URLSearchParams, prefix = ""): CursorPlace {
  const after = parameters.get(`${prefix}after`);
  if (after === null) return firstPlace;
  const before = parameters.get(`${prefix}before`) ?? "";
  const back = parameters.getAll(`${prefix}back`).slice(-keptCursors);
  return { after, back, before: /^[1-9]\d{0,6}$/.test(before) ? Number(before) : 0 };
}

/** Returns the start of a page as part of a query. */
export function cursorOf({ after }: CursorPlace): { after?: string } {
  return after === undefined ? {} : { after };
}

/** Adds a page to the parameters of an address. */
export function writePlace(
  parameters: URLSearchParams,
  { after, back, before }: CursorPlace,
  prefix = "",
): void {
  if (after === undefined) return;
  parameters.set(`${prefix}after`, after);
  for (const cursor of back) parameters.append(`${prefix}back`, cursor);
  if (before > 0) parameters.set(`${prefix}before`, String(before));
}

/** Returns the page after a page of `shown` entries. */
export function nextPlace(place: CursorPlace, next: string, shown: number): CursorPlace {
  const back = [...place.back, place.after ?? ""].slice(-keptCursors);
  return { after: next, back, before: place.before + shown };
}

/** Returns the page before a page: the last known one, or the first page. Undefined for the first page. */
export function previousPlace(
  { after, back, before }: CursorPlace,
  perPage: number,
): CursorPlace | undefined {
  if (after === undefined) return undefined;
  const last = back.at(-1) ?? "";
  if (last === "") return firstPlace;
  return { after: last, back: back.slice(0, -1), before: Math.max(0, before - perPage) };
}
