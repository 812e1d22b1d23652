import type { KeyPart, Store, StoreAndClock } from "../../store/mod.ts";

/** An open page of a post, with its writer. */
export interface PresentWriter {
  /** Id of the page in the browser. */
  page: string;
  /** Id of the user. */
  by: string;
  /** Time of the last heartbeat, in RFC 3339. */
  at: string;
}

/** Seconds between two heartbeats of an open page. */
export const heartbeatSeconds = 15;

/** Time after its last heartbeat for which a page counts as open, in milliseconds. Two heartbeats may get lost. */
const presentFor = 3 * heartbeatSeconds * 1000;

/** Number of open pages of a post that are listed at once. */
const mostPresent = 50;

const presencePrefix = (postId: number): KeyPart[] => ["presence", postId];

/** Returns the encoded keys of the records about the open pages of a post. */
export async function presenceEntriesOf(
  store: Store,
  organizationSlug: string,
  postId: number,
): Promise<string[]> {
  const options = { prefix: presencePrefix(postId), limit: mostPresent };
  return (await store.list(["org", organizationSlug], options)).map(({ key }) => key);
}

/** Lists the writers of the open pages of a post. Each page sends a heartbeat every {@link heartbeatSeconds}. Nothing else depends on these records. */
export class Presence {
  readonly #deps: StoreAndClock;

  constructor(deps: StoreAndClock) {
    this.#deps = deps;
  }

  /** Returns the writers of the open pages of a post. */
  async list(organizationSlug: string, postId: number): Promise<PresentWriter[]> {
    return (await this.#read(organizationSlug, postId)).present;
  }

  /** Records a heartbeat of a page, and returns the open pages of the post. Forgets pages without heartbeats. */
  async beat(
    organizationSlug: string,
    postId: number,
    { page, by }: Pick<PresentWriter, "page" | "by">,
  ): Promise<PresentWriter[]> {
    const { store, clock } = this.#deps;
    const { present, forgotten } = await this.#read(organizationSlug, postId);
    const own = { page, by, at: new Date(clock.now()).toISOString() };
    const key = [...presencePrefix(postId), page];
    await store.commit(["org", organizationSlug], {
      sets: [{ key, data: own }],
      deletedEntries: forgotten.filter((entry) => !entry.endsWith(`!${page}`)),
    });
    return [...present.filter((one) => one.page !== page), own];
  }

  /** Forgets a page that was closed. */
  async leave(organizationSlug: string, postId: number, page: string): Promise<void> {
    await this.#deps.store.commit(["org", organizationSlug], {
      deletes: [[...presencePrefix(postId), page]],
    });
  }

  async #read(
    organizationSlug: string,
    postId: number,
  ): Promise<{ present: PresentWriter[]; forgotten: string[] }> {
    const { store, clock } = this.#deps;
    const options = { prefix: presencePrefix(postId), limit: mostPresent };
    const found = await store.list<PresentWriter>(["org", organizationSlug], options);
    const isPresent = ({ at }: PresentWriter): boolean => clock.now() - Date.parse(at) < presentFor;
    return {
      present: found.map(({ data }) => data).filter(isPresent),
      forgotten: found.filter(({ data }) => !isPresent(data)).map(({ key }) => key),
    };
  }
}
