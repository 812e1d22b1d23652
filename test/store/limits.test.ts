import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../lib/access/mod.ts";
import { inspectStore } from "../../lib/moving/entry.ts";
import {
  type AtomicDriver,
  createPublicApi,
  InvalidInputError,
  type PublicApi,
  TooManyWebhooksError,
} from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { codeLimits } from "../docs/code_limits.ts";
import { damageableStores } from "../inspection/_damageable_stores.ts";
import { ManualClock } from "../manual_clock.ts";

/** A limited number of records of an owner. */
interface RacedLimit {
  most: number;
  /** Adds a record, whose id or name it returns. */
  add: (api: PublicApi, number: number) => Promise<string>;
  refusal: new (...values: never[]) => Error;
  list: (api: PublicApi) => Promise<readonly unknown[]>;
  remove: (api: PublicApi, id: string) => Promise<unknown>;
}

const actor = { userId: "ada", organizationSlug: "acme", permissions };
const post = { organizationSlug: "acme", slug: "hello" };

/** The limits beyond which an addition is refused, by the comment of their constant. */
const racedLimits: Readonly<Record<string, RacedLimit>> = {
  "Maximum number of webhooks of an organization.": {
    most: 50,
    add: async (api) => (await api.webhooks.create("acme", { url: "https://site.example/hook" })).id,
    refusal: TooManyWebhooksError,
    list: (api) => allOf(api.webhooks.iterate("acme")),
    remove: (api, webhookId) => api.webhooks.delete({ organizationSlug: "acme", webhookId }),
  },
  "Maximum number of links of a post at a time.": {
    most: 100,
    add: async (api) => (await api.previews.create(post)).id,
    refusal: InvalidInputError,
    list: (api) => allOf(api.previews.iterate(post)),
    remove: (api, id) => api.previews.revoke(post, id),
  },
  "Maximum number of filters of a user in an organization.": {
    most: 20,
    add: async (api, number) => {
      await api.admin.savedFilters.save(actor, { name: `Filter ${number}`, query: "status=draft" });
      return `Filter ${number}`;
    },
    refusal: InvalidInputError,
    list: (api) => api.admin.savedFilters.all(actor),
    remove: (api, name) => api.admin.savedFilters.remove(actor, name),
  },
};

/** Limits that no addition can exceed, and the reason. */
const otherLimits: Readonly<Record<string, string>> = {
  "Maximum number of attempts of a browser that can still end. More cookies could exceed a server's limit for headers.":
    "cookies of one browser",
  "Maximum number of invitations and sign-in links that the members of an organization mail within a day.":
    "a counter, whose commit has the maximum",
  "Maximum number of owners that get a notice in place of the user.": "a page of a list",
  "Maximum number of networks of a key.": "a field of one input",
  "Maximum number of characters of a file's name.": "a field of one input",
  "Maximum number of bytes of a film's metadata that are searched for a place.": "a part of one file",
  "Maximum number of pictures of a post that get their size and copies.": "a part of one response",
  "Maximum number of bytes of all values of a post, as JSON in UTF-8.": "a field of one input",
  "Maximum number of findings of a post.": "a part of one response",
  "Maximum number of characters of a finding's text.": "a part of one response",
  "Maximum number of languages of a post.": "a field of one input",
  "Maximum number of aliases of a post.": "a field of one input",
  "Maximum number of groups, of members of a group, and of words of a member. Maximum characters of a member, and of all members.":
    "a field of one input",
  "Maximum number of words of a member that a query can have. Longer ones, in languages without spaces, are only found.":
    "a part of one query",
  "Maximum number of fields of an organization.": "a field of one input",
  "Maximum number of fields of an organization that lists can be filtered by.": "a field of one input",
  "Maximum number of times that the address of a post repeats its slug.": "a field of one input",
  "Maximum number of queries of a day.": "one record, whose rarest queries are counted together",
  "Maximum number of stored revisions of a post. With `longestRevisedText`, they have at most a million code units of HTML.":
    "the commit of a revision checks the post and deletes the oldest",
  "Maximum number of a webhook's queued events, without redelivered events. Further events wait in the log of the organization.":
    "each commit checks the webhook's state",
  "Maximum number of a webhook's abandoned events.":
    "each commit checks the webhook's state and deletes the oldest",
  "Maximum number of attempts in a webhook's log.":
    "each commit checks the webhook's state and deletes the oldest",
  "Maximum number of collections of an organization that wait because they could not be written: those of a minute.":
    "in the memory of a process",
  "Maximum number of open streams of a key in one process.": "in the memory of a process",
};

interface OpenedStore {
  storage: AtomicDriver;
  close?: () => Promise<void>;
}

const stores: readonly [string, (clock: ManualClock) => Promise<OpenedStore>][] = [
  ["memory", async (clock) => ({ storage: memoryDriver({ clock }) })],
  [
    "memory that takes time to answer",
    async (clock) => ({ storage: slowDriver(memoryDriver({ clock }), 3) }),
  ],
  ...damageableStores,
];

describe.each(stores)("three times as many additions as a limit at the same time, %s", (_name, open) => {
  const clock = new ManualClock();
  let store: OpenedStore;
  let apis: PublicApi[];

  beforeAll(async () => {
    store = await open(clock);
    const secret = "a random text of at least 32 characters";
    // Each of them adds as a process does that knows nothing of the others.
    apis = [1, 2, 3].map(() => createPublicApi({ storage: store.storage, clock, secret }));
    const [api] = apis as [PublicApi];
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { slug: "hello", name: "Hello", html: "<p>Hello</p>" });
  });
  afterAll(async () => store.close?.());

  it.each(Object.entries(racedLimits))("%s", async (_place, { most, add, refusal, list, remove }) => {
    const [api] = apis as [PublicApi];
    const race = Array.from({ length: 3 * most }, async (_, number) => add(apis[number % 3] ?? api, number));
    const results = await Promise.allSettled(race);
    const added = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const errors = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as Error] : [],
    );
    expect(errors.filter((error) => !(error instanceof refusal))).toEqual([]);
    expect([added.length, (await list(api)).length]).toEqual([most, most]);

    await expect(add(api, 3 * most)).rejects.toThrow(refusal);
    await remove(api, added[0] ?? "");
    await add(api, 3 * most);
    await expect(add(api, 3 * most + 1)).rejects.toThrow(refusal);
    expect(await list(api)).toHaveLength(most);
    expect(await allOf(inspectStore(store.storage))).toEqual([]);
  });
});

it("races each limited number of an owner's records", () => {
  const isOwned = ({ file, description }: { file: string; description: string }): boolean =>
    /^lib\/(?!import|moving)/.test(file) &&
    /^Maximum number of .*\b(?:of|in) (?:an?|the) (?:day|key|member|organization|post|user|webhook)\b|^Maximum number of .*\ba \w+'s\b/.test(
      description,
    );
  const found = codeLimits().filter(isOwned);
  const known = [...Object.keys(racedLimits), ...Object.keys(otherLimits)];
  expect(found.map(({ description }) => description).toSorted()).toEqual(known.toSorted());
});
