import { expect } from "vitest";
import { postTag, type PublicApi } from "../../lib/mod.ts";
import { allOf } from "../async_items.ts";
import { type AdminRequest, drawing, drawingText } from "./admin_world.ts";

/** Number of concurrent writes. */
export const writers = 16;
export const numbers: readonly number[] = Array.from({ length: writers }, (_, number) => number);

/** An organization with its API, and requests of its owner. */
export interface Office {
  api: PublicApi;
  ownerId: string;
  read: <Body = Record<string, unknown>>(...request: AdminRequest) => Promise<Body>;
}

/** Independent writes of one operation, each by another writer. */
interface Race {
  /** Creates an object for each writer, or one for all. Returns the ids. */
  prepare?: (office: Office) => Promise<readonly (string | number)[]>;
  /** Returns the path below the operation and the body of a writer. */
  write: (number: number, id: string | number) => [path: string, body?: unknown];
  /** Shows what the writers have written, with the expected value. */
  result: (office: Office, ids: readonly (string | number)[]) => Promise<[seen: unknown, expected: unknown]>;
}

const post = { organizationSlug: "acme", slug: "hello" };
const ofWriters = (create: (number: number) => Promise<string>): Promise<string[]> =>
  Promise.all(numbers.map(create));
const newPost = async ({ api }: Office, name: string): Promise<string> =>
  (await api.posts.create("acme", { name, html: "<p>x</p>" })).slug;
const newKey = async ({ api, ownerId: userId }: Office): Promise<string> =>
  (await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Key" })).id;
const newWebhook = async ({ api }: Office): Promise<string> =>
  (await api.webhooks.create("acme", { url: "https://acme.example/hook", events: ["key.rolled"] })).id;
const newMember = async ({ api }: Office): Promise<string> => {
  const { id } = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "viewer" });
  return id;
};

/** The files whose name begins with a text. */
const filesOf = async ({ read }: Office, start: string): Promise<{ alt?: string; title?: string }[]> =>
  (await read<{ media: [] }>("GET", `/media?q=${start}`)).media;
const newFile = async ({ api }: Office, name: string, width: number): Promise<string> =>
  (await api.media?.upload("acme", drawing(width), { name }))?.hash ?? "";
const fileChanges: readonly object[] = [
  { alt: "A red roof" },
  { title: "Roof" },
  { focalPoint: { x: 0.5, y: 0.2 } },
];

const organizationChanges: readonly object[] = [
  { name: "Acme Inc" },
  { siteUrl: "https://www.acme.example" },
  { postUrlTemplate: "/news/{slug}" },
  { sitemapUrl: "https://acme.example/map.xml" },
  { postSitemapUrl: "https://acme.example/posts.xml" },
  { language: "de" },
  { section: "News" },
  { speakable: ["h2"] },
  { description: "About" },
  { logo: "https://acme.example/logo.png" },
  { sameAs: ["https://social.example/acme"] },
  { feeds: { rss: "/rss.xml" } },
  { feeds: { atom: "/atom.xml" } },
  { feeds: { json: "/feed.json" } },
  { faq: { languages: true } },
  { faq: { bareText: true } },
];

const postChanges: readonly object[] = [
  { name: "Hello again" },
  { html: "<p>New</p>" },
  { description: "About" },
  { image: "https://acme.example/a.png" },
  { author: "Ann" },
  { tags: ["a"] },
  { articleSection: "News" },
  { inLanguage: "en" },
  { isAccessibleForFree: false },
  { aliases: ["/old"] },
  { createdAt: "2020-01-01T00:00:00.000Z" },
  ...["de", "es", "fr", "it", "nl"].map((language) => ({ translations: { [language]: `in-${language}` } })),
];

const webhookChanges: readonly object[] = [
  { url: "https://acme.example/other" },
  { description: "About" },
  { sections: ["News"] },
  { tags: ["a"] },
];

const inTurn = (changes: readonly object[], number: number): object => changes[number % changes.length] ?? {};

/** Merges the objects of all changes. */
function together(changes: readonly object[]): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [name, value] of changes.flatMap((change) => Object.entries(change) as [string, unknown][])) {
    const isObject = typeof value === "object" && !Array.isArray(value);
    all[name] = isObject ? { ...(all[name] as object | undefined), ...(value as object) } : value;
  }
  return all;
}

/** The operations whose writes are independent of each other. */
export const races: Readonly<Record<string, Race>> = {
  "POST posts": {
    write: (number) => ["", { name: `New ${number}`, html: "<p>x</p>", aliases: [`/former/${number}`] }],
    result: async ({ api }) => {
      const posts = (await allOf(api.posts.iterate("acme"))).filter(({ name }) => name.startsWith("New"));
      const redirects = await allOf(api.redirects.iterate("acme"));
      const froms = redirects.filter(({ from }) => from.startsWith("/former/"));
      return [
        [posts.length, froms.length],
        [writers, writers],
      ];
    },
  },
  "PUT posts/{slug}": {
    write: (number) => ["uploaded", { name: `Version ${number}`, html: "<p>x</p>" }],
    result: async ({ read }) => {
      const { revision } = await read("GET", "/posts/uploaded");
      return [revision, writers];
    },
  },
  "PATCH posts/{slug}": {
    write: (number) => ["hello", inTurn(postChanges, number)],
    result: async ({ read }) => {
      const expected = together(postChanges);
      return [await read("GET", "/posts/hello"), expect.objectContaining(expected)];
    },
  },
  "DELETE posts/{slug}": {
    prepare: (office) => ofWriters(async (number) => newPost(office, `Deleted ${number}`)),
    write: (_number, slug) => [String(slug)],
    result: async ({ api }) => {
      const slugs = (await allOf(api.posts.iterate("acme"))).map(({ slug }) => slug);
      return [slugs.filter((slug) => slug.startsWith("deleted-")), []];
    },
  },
  "POST posts/{slug}/revisions/{number}/restore": {
    prepare: async (office) => [await newPost(office, "Restored")],
    write: (_number, slug) => [`${slug}/revisions/1/restore`],
    result: async ({ read }) => {
      const { revision } = await read("GET", "/posts/restored");
      return [revision, 1];
    },
  },
  "DELETE posts/{slug}/working-copy": {
    prepare: (office) =>
      ofWriters(async (number) => {
        const slug = await newPost(office, `Discarded ${number}`);
        const actor = {
          userId: office.ownerId,
          organizationSlug: "acme",
          permissions: ["posts:write"],
        } as const;
        const draft = { name: "Draft", html: "<p>y</p>" };
        await office.api.admin.posts.workingCopy.save({ actor, slug }, draft, { ifMatch: null });
        return slug;
      }),
    write: (_number, slug) => [`${slug}/working-copy`],
    result: async ({ read }, slugs) => {
      const copies = await Promise.all(slugs.map(async (slug) => read("GET", `/posts/${slug}/working-copy`)));
      return [copies.map(({ status }) => status), slugs.map(() => 404)];
    },
  },
  "DELETE posts/{slug}/submission": {
    prepare: (office) =>
      ofWriters(async (number) => {
        const draft = { name: `Withdrawn ${number}`, status: "draft" } as const;
        const { slug, ...post } = await office.api.posts.create("acme", draft);
        const actor = {
          userId: office.ownerId,
          organizationSlug: "acme",
          permissions: ["posts:write"],
        } as const;
        const version = postTag(post);
        await office.api.admin.submissions.submit({ actor, slug }, { version });
        return slug;
      }),
    write: (_number, slug) => [`${slug}/submission`],
    result: async ({ read }) => {
      const { submissions } = await read<{ submissions: unknown[] }>("GET", "/submissions");
      return [submissions, []];
    },
  },
  "POST posts/{slug}/preview-links": {
    write: () => ["hello/preview-links", {}],
    result: async ({ api }) => [(await api.previews.list(post)).previewLinks.length, writers],
  },
  "DELETE posts/{slug}/preview-links/{id}": {
    prepare: ({ api }) => ofWriters(async () => (await api.previews.create(post)).id),
    write: (_number, id) => [`hello/preview-links/${id}`],
    result: async ({ api }, ids) => {
      const left = (await api.previews.list(post)).previewLinks.filter(({ id }) => ids.includes(id));
      return [left, []];
    },
  },
  "POST redirects": {
    write: (number) => ["", { from: `/added/${number}`, slug: "hello" }],
    result: async ({ api }) => {
      const froms = (await allOf(api.redirects.iterate("acme"))).map(({ from }) => from);
      return [froms.filter((from) => from.startsWith("/added/")).length, writers];
    },
  },
  "DELETE redirects": {
    prepare: async (office) => {
      const aliases = numbers.map((number) => `/alias/${number}`);
      await office.api.posts.create("acme", { name: "Moved", html: "<p>x</p>", aliases });
      return aliases;
    },
    write: (_number, from) => [`?from=${encodeURIComponent(from)}`],
    result: async ({ read }) => {
      const { aliases = [] } = await read<{ aliases?: string[] }>("GET", "/posts/moved");
      return [aliases, []];
    },
  },
  "POST knowledge-base": {
    write: (number) => ["", { text: `Text ${number}` }],
    result: async ({ api }) => [(await allOf(api.knowledgeBase.iterate("acme"))).length, writers],
  },
  "PUT knowledge-base/{id}": {
    write: (number) => ["hours", { text: `Text ${number}` }],
    result: async ({ api }) => {
      const texts = (await allOf(api.knowledgeBase.iterate("acme"))).filter(({ id }) => id === "hours");
      return [texts.length, 1];
    },
  },
  "DELETE knowledge-base/{id}": {
    prepare: ({ api }) => ofWriters(async () => (await api.knowledgeBase.add("acme", { text: "Gone" })).id),
    write: (_number, id) => [String(id)],
    result: async ({ api }) => {
      const texts = (await allOf(api.knowledgeBase.iterate("acme"))).filter(({ text }) => text === "Gone");
      return [texts, []];
    },
  },
  "POST media": {
    // Two writers each send the same bytes.
    write: (number) => [`?name=sent-${number}.svg`, drawingText(100 + Math.floor(number / 2))],
    result: async (office) => [(await filesOf(office, "sent")).length, writers / 2],
  },
  "PATCH media/{id}": {
    prepare: async (office) => [await newFile(office, "described.svg", 200)],
    write: (number, id) => [String(id), inTurn(fileChanges, number)],
    result: async (office) => [
      await filesOf(office, "described"),
      [expect.objectContaining(together(fileChanges))],
    ],
  },
  "DELETE media/{id}": {
    prepare: (office) => ofWriters(async (number) => newFile(office, `gone-${number}.svg`, 300 + number)),
    write: (_number, id) => [String(id)],
    result: async (office) => [await filesOf(office, "gone"), []],
  },
  "POST api-keys": {
    write: (number) => ["", { name: `Generated ${number}` }],
    result: async ({ api }) => {
      const keys = (await allOf(api.apiKeys.iterate("acme"))).filter(({ name }) =>
        name.startsWith("Generated"),
      );
      return [keys.length, writers];
    },
  },
  "PATCH api-keys/{id}": {
    prepare: async (office) => [await newKey(office)],
    write: (number, id) => [String(id), { networks: [`192.0.2.${number}/32`] }],
    result: async ({ api }, [keyId]) => {
      const key = await api.apiKeys.get({ organizationSlug: "acme", keyId: String(keyId) });
      return [key?.networks?.length, 1];
    },
  },
  "POST api-keys/{id}/roll": {
    prepare: (office) => ofWriters(async () => newKey(office)),
    write: (_number, id) => [`${id}/roll`, {}],
    result: async ({ api }, ids) => {
      const keys = await allOf(api.apiKeys.iterate("acme"));
      return [keys.filter(({ id, rolledTo }) => ids.includes(id) && rolledTo !== undefined).length, writers];
    },
  },
  "POST api-keys/{id}/revoke": {
    prepare: async (office) => [await newKey(office)],
    write: (_number, id) => [`${id}/revoke`],
    result: async ({ api }, [keyId]) => {
      const key = await api.apiKeys.get({ organizationSlug: "acme", keyId: String(keyId) });
      return [key?.revokedAt, expect.any(String)];
    },
  },
  "POST members": {
    write: (number) => ["", { role: "viewer", name: `Added ${number}` }],
    result: async ({ api }) => {
      const users = (await allOf(api.users.iterate())).filter(({ name }) => name.startsWith("Added"));
      return [users.length, writers];
    },
  },
  "PATCH members/{id}": {
    prepare: (office) => ofWriters(async () => newMember(office)),
    write: (_number, id) => [String(id), { role: "editor" }],
    result: async ({ api }, ids) => {
      const members = await allOf(api.users.iterateMembers("acme"));
      const roles = members.filter(({ userId }) => ids.includes(userId)).map(({ role }) => role);
      return [roles, ids.map(() => "editor")];
    },
  },
  "DELETE members/{id}": {
    prepare: (office) => ofWriters(async () => newMember(office)),
    write: (_number, id) => [String(id)],
    result: async ({ api }, ids) => {
      const members = await allOf(api.users.iterateMembers("acme"));
      return [members.filter(({ userId }) => ids.includes(userId)), []];
    },
  },
  "DELETE invitations/{id}": {
    prepare: ({ api }) =>
      ofWriters(async (number) => {
        const guest = { email: `guest-${number}@acme.example`, role: "viewer" } as const;
        return (await api.invitations.create("acme", guest)).id;
      }),
    write: (_number, id) => [String(id)],
    result: async ({ read }) => {
      const { invitations } = await read<{ invitations: unknown[] }>("GET", "/invitations");
      return [invitations, []];
    },
  },
  "PATCH organization": {
    write: (number) => ["", inTurn(organizationChanges, number)],
    result: async ({ read }) => [
      await read("GET", "/organization"),
      expect.objectContaining(together(organizationChanges)),
    ],
  },
  "POST webhooks": {
    write: () => ["", { url: "https://acme.example/created", events: ["key.rolled"] }],
    result: async ({ api }) => {
      const created = (await api.webhooks.list("acme")).webhooks.filter(({ url }) =>
        url.endsWith("/created"),
      );
      return [created.length, writers];
    },
  },
  "PATCH webhooks/{id}": {
    prepare: async (office) => [await newWebhook(office)],
    write: (number, id) => [String(id), inTurn(webhookChanges, number)],
    result: async ({ read }, [id]) => [
      await read("GET", `/webhooks/${id}`),
      expect.objectContaining(together(webhookChanges)),
    ],
  },
  "DELETE webhooks/{id}": {
    prepare: (office) => ofWriters(async () => newWebhook(office)),
    write: (_number, id) => [String(id)],
    result: async ({ api }, ids) => {
      const left = (await api.webhooks.list("acme")).webhooks.filter(({ id }) => ids.includes(id));
      return [left, []];
    },
  },
  ...Object.fromEntries(
    ["roll", "pause", "resume", "test"].map((act): [string, Race] => [
      `POST webhooks/{id}/${act}`,
      {
        prepare: async (office) => [await newWebhook(office)],
        write: (_number, id) => [`${id}/${act}`, act === "roll" ? {} : undefined],
        result: async ({ read }, [id]) => {
          const { status } = await read("GET", `/webhooks/${id}`);
          return [status, act === "pause" ? "paused" : "enabled"];
        },
      },
    ]),
  ),
};

/** Operations that depend on what the caller has read, or on a delivery, and the reason. */
export const otherOperations: Readonly<Record<string, string>> = {
  "PUT posts/{slug}/working-copy": "the request names the version that it replaces",
  "POST posts/{slug}/working-copy/apply": "the first request ends the working copy",
  "PUT posts/{slug}/submission": "the request names the version that it submits",
  "POST posts/{slug}/submission/approve": "the first request ends the submission",
  "POST posts/{slug}/submission/send-back": "the first request answers the submission",
  "POST webhooks/{id}/deliveries/{number}/redeliver": "logs a delivery, as a test event does",
  "POST webhooks/{id}/abandoned/redeliver": "the first request sends all abandoned events",
};
