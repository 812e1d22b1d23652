import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
} from "fast-check";
import { expect, it } from "vitest";
import { type AtomicDriver, type ChangeEvent, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";

const slug = constantFrom("a", "b", "c");
const status = constantFrom("draft", "published", "archived", "scheduled");
const step = oneof(
  record({ kind: constant("put" as const), slug, status, text: nat(3) }),
  record({ kind: constant("rename" as const), slug, to: slug }),
  record({ kind: constant("delete" as const), slug }),
  record({ kind: constant("wait" as const), seconds: constantFrom(1, 30, 61) }),
  record({ kind: constant("deliver" as const) }),
  record({ kind: constant("crash" as const), commits: nat(6) }),
);
type Step = typeof step extends Arbitrary<infer Value> ? Value : never;

/** Processes over one store, of which the writing process may end at any commit. */
class Deployment {
  readonly clock = new ManualClock();
  readonly #storage = memoryDriver({ clock: this.clock });
  /** Commits until the writing process ends. */
  #left = Infinity;
  #writer = this.open(this.#mortal());

  open(storage: AtomicDriver = this.#storage): PublicApi {
    return createPublicApi({ storage, clock: this.clock, onError: () => undefined });
  }

  #mortal(): AtomicDriver {
    const { atomic } = this.#storage;
    return {
      ...this.#storage,
      atomic: forwardAtomic(atomic, {
        commit: (...args) => {
          if (this.#left-- <= 0) throw new Error("the process has ended");
          return atomic.commit(...args);
        },
      }),
    };
  }

  async run(one: Step): Promise<void> {
    if (one.kind === "wait") this.clock.advance(one.seconds * 1000);
    else if (one.kind === "deliver") await this.open().events.deliver();
    else if (one.kind === "crash") this.#left = one.commits;
    else await this.#write(one).catch(() => undefined);
    if (this.#left > 0) return;
    await this.#writer.events.settle();
    this.#left = Infinity;
    this.#writer = this.open(this.#mortal());
  }

  async #write(one: Exclude<Step, { kind: "wait" | "deliver" | "crash" }>): Promise<void> {
    const address = { organizationSlug: "acme", slug: one.slug };
    const { posts } = this.#writer;
    if (one.kind === "delete") await posts.delete(address);
    else if (one.kind === "rename") await posts.update(address, { slug: one.to });
    else {
      const isScheduled = one.status === "scheduled";
      const time = isScheduled ? { publishedAt: new Date(this.clock.now() + 60_000).toISOString() } : {};
      const wanted = isScheduled ? "published" : one.status;
      await posts.put("acme", {
        name: one.slug,
        slug: one.slug,
        html: `<p>${one.text}</p>`,
        status: wanted,
        ...time,
      });
    }
  }
}

/** Applies the events of a post in the order of the log. Returns the slug and revision that are public, or undefined. */
function publicAfter(events: readonly ChangeEvent[], id: number): Shown | undefined {
  let shown: Shown | undefined;
  for (const event of events) {
    if (!("revision" in event.data) || event.data.id !== id) continue;
    requireNotInvented(event, shown);
    const isGone = event.type === "post.unpublished" || event.type === "post.deleted";
    shown = isGone ? undefined : { slug: event.data.slug, revision: event.data.revision };
  }
  return shown;
}

interface Shown {
  slug: string;
  revision: number;
}

/** A published post was not public before. Every other event names the slug that was public, and a greater revision. */
function requireNotInvented(event: ChangeEvent, shown: Shown | undefined): void {
  const { type, data } = event;
  const before = type === "post.moved" ? event.data.previousSlug : "slug" in data ? data.slug : "";
  const isRight =
    type === "post.published"
      ? shown === undefined
      : shown?.slug === before && "revision" in data && data.revision > shown.revision;
  if (!isRight) throw new Error(`The event ${JSON.stringify(event)} is wrong after ${JSON.stringify(shown)}`);
}

it("the log agrees with the public API after any interleaving of changes, crashes and deliveries", async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 25 }), async (steps) => {
      const deployment = new Deployment();
      await deployment.open().organizations.create({ slug: "acme", name: "A", siteUrl: "https://a.example" });
      for (const one of steps) await deployment.run(one);
      const api = deployment.open();
      await api.events.deliver();
      const { events } = await api.events.list("acme", { limit: 1000 });
      const ids = new Set(
        events.flatMap(({ data }) => ("revision" in data && data.id !== undefined ? data.id : [])),
      );
      const shown = new Map<string, number>();
      for (const id of ids) {
        const post = publicAfter(events, id);
        if (post !== undefined) shown.set(post.slug, post.revision);
      }
      const isPublic = new Map<string, number>();
      for (const one of ["a", "b", "c"]) {
        const { status: code } = await api.fetch(
          new Request(`http://localhost/api/public/v1/post/acme/${one}`),
        );
        const post = await api.posts.get({ organizationSlug: "acme", slug: one });
        if (code === 200) isPublic.set(one, post?.revision ?? 0);
      }
      expect(shown).toEqual(isPublic);
    }),
    { numRuns: Number(process.env["POSTERN_MODEL_RUNS"] ?? 100) },
  );
}, 120_000);
