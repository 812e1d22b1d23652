import { createPublicApi, type PublicApi, type PublicApiOptions } from "../../../lib/mod.ts";
import type { AtomicDriver, AtomicOperations } from "../../../lib/store/mod.ts";
import type { OpenStorage } from "../../api/world.ts";
import { forwardAtomic } from "../../forward_atomic.ts";
import { ManualClock } from "../../manual_clock.ts";

/** Number of words of a post that alone is enough for its organization's index to be saved. */
const longPost = 110_000;

/** Returns text of many words, which begins with the given ones. */
export function longText(beginning: string): string {
  const words = Array.from({ length: longPost }, (_, number) => (number % 700).toString(36));
  return `${beginning} ${words.join(" ")}`;
}

/** An organization "acme" in a store, and the records that its processes read. */
export class SavedWorld {
  readonly clock: ManualClock;
  readonly driver: AtomicDriver;
  readonly close: () => void | Promise<void>;
  readonly errors: unknown[] = [];
  /** Keys of the records that were read by address. */
  readonly read: string[] = [];
  /** Keys of the records that commits wrote. */
  readonly written: string[] = [];
  /** Called before each commit. */
  beforeCommit: (keys: readonly string[]) => void | Promise<void> = () => undefined;
  api: PublicApi;

  private constructor(parts: Pick<SavedWorld, "clock" | "driver" | "close">) {
    this.clock = parts.clock;
    this.driver = parts.driver;
    this.close = parts.close;
    this.api = this.start();
  }

  /** Opens a store with a post "long" that has the word "first", and 20 short posts. */
  static async open(openStorage: OpenStorage): Promise<SavedWorld> {
    const clock = new ManualClock();
    const { storage, close } = await openStorage(clock);
    const world = new SavedWorld({ clock, driver: storage as AtomicDriver, close });
    const { organizations, posts } = world.api;
    await organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await posts.create("acme", { name: "Long", slug: "long", html: `<p>${longText("first")}</p>` });
    for (let number = 0; number < 20; number++) {
      const html = `<h2>Is it number ${number}?</h2><p>Short, naïve “text” 東京都.</p>`;
      await posts.create("acme", { name: `Short ${number}`, slug: `short-${number}`, html });
    }
    return world;
  }

  /** Uses a new world, waits for its background tasks, and closes it. */
  static async using(openStorage: OpenStorage, use: (world: SavedWorld) => Promise<void>): Promise<void> {
    const world = await SavedWorld.open(openStorage);
    try {
      await use(world);
      await world.api.events.settle();
    } finally {
      await world.close();
    }
  }

  /** Starts a process over the same store. */
  start(options: Partial<PublicApiOptions> = {}): PublicApi {
    const { atomic } = this.driver;
    const counted: AtomicOperations = forwardAtomic(atomic, {
      getMany: (addresses) => {
        this.read.push(...addresses.map(({ key }) => key));
        return atomic.getMany(addresses);
      },
      commit: async (partition, changes) => {
        const keys = (changes.sets ?? []).map(({ key }) => key);
        this.written.push(...keys);
        await this.beforeCommit(keys);
        return atomic.commit(partition, changes);
      },
    });
    return createPublicApi({
      storage: { ...this.driver, atomic: counted },
      clock: this.clock,
      onError: (error) => this.errors.push(error),
      ...options,
    });
  }

  /** Ends the process after its background tasks, and starts another. */
  async restart(options: Partial<PublicApiOptions> = {}): Promise<void> {
    await this.api.events.settle();
    this.api = this.start(options);
    this.read.length = 0;
    this.written.length = 0;
  }

  /** Returns the slugs of the posts that a search finds. */
  async search(query: string, api: PublicApi = this.api): Promise<string[]> {
    const url = `http://localhost/api/public/v1/search/acme?in=posts&limit=50&q=${encodeURIComponent(query)}`;
    const response = await api.fetch(new Request(url));
    const { results } = (await response.json()) as { results: { slug: string }[] };
    return results.map(({ slug }) => slug).toSorted();
  }

  /** Returns the slugs of the posts whose HTML was read since the last start. */
  get readPosts(): string[] {
    return this.read
      .filter((key) => key.startsWith("html!"))
      .map((key) => key.slice("html!".length))
      .toSorted();
  }

  /** Returns the keys of the records of saved indexes. */
  async savedKeys(): Promise<string[]> {
    const { atomic } = this.driver;
    const keys: string[] = [];
    for (let start = "search-"; ;) {
      const records = await atomic.list("org!acme", { start, end: "search.", limit: 10 });
      keys.push(...records.map(({ key }) => key));
      const last = records.at(-1);
      if (last === undefined) return keys;
      start = `${last.key} `;
    }
  }
}
