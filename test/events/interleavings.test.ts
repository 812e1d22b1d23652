import fc from "fast-check";
import { expect, it } from "vitest";
import { type AtomicDriver, type ChangeEvent, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";

const slug = fc.constantFrom("a", "b", "c");
const status = fc.constantFrom("draft", "published", "archived", "scheduled");
const step = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), slug, status, text: fc.nat(3) }),
  fc.record({ kind: fc.constant("rename" as const), slug, to: slug }),
  fc.record({ kind: fc.constant("delete" as const), slug }),
  fc.record({ kind: fc.constant("wait" as const), seconds: fc.constantFrom(1, 30, 61) }),
  fc.record({ kind: fc.constant("deliver" as const) }),
  fc.record({ kind: fc.constant("crash" as const), commits: fc.nat(6) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

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
function publicAfter(
  events: readonly ChangeEvent[],
  id: number,
): { slug: string; revision: number } | undefined {
  let shown: { slug: string; revision: number } | undefined;
  for (const event of events) {
    if (!("revision" in event.data) || event.data.id !== id) continue;
    const { revision } = event.data;
    if (event.type === "post.unpublished" || event.type === "post.deleted") {
      expect(shown?.slug).toBe(event.data.slug);
      shown = undefined;
    } else if (event.type !== "organization.updated") {
      // No event is invented: a published post was not public before, every other was.
      if (event.type === "post.published") expect(shown).toBeUndefined();
      if (event.type === "post.updated") expect(shown?.slug).toBe(event.data.slug);
      if (event.type === "post.moved") expect(shown?.slug).toBe(event.data.previousSlug);
      if (shown !== undefined) expect(revision).toBeGreaterThan(shown.revision);
      shown = { slug: event.data.slug, revision };
    }
  }
  return shown;
}

it("the log agrees with the public API after any interleaving of changes, crashes and deliveries", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
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
      expect([...shown].sort()).toEqual([...isPublic].sort());
    }),
    { numRuns: Number(process.env["POSTERN_MODEL_RUNS"] ?? 100) },
  );
}, 120_000);
