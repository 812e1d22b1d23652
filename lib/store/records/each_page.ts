import type { Store } from "../store.ts";

/** Reads all pages of a list, one after the other, in turns as {@link Store.listPages} does. */
export async function* eachPage<Page extends { next: string | null }>(
  store: Store,
  read: (place: { after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  const turns = store.turns();
  let place: { after?: string } = {};
  for (;;) {
    if (turns.isOver) await turns.next();
    const page = await read(place);
    yield page;
    if (page.next === null) return;
    place = { after: page.next };
  }
}
