import { createStorage } from "unstorage";
import { mediaStore } from "../../lib/media/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { type AtomicDriver, openStore } from "../../lib/store/mod.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { picture } from "../media/_media_world.ts";
import { ManualClock } from "../manual_clock.ts";
import { acmePost, acmeKey } from "../acme.ts";

/** A store with records of every kind. It is the same in every run. */
export interface FilledStore {
  api: PublicApi;
  /** A key that works, and the key that it replaced, which still works. */
  keys: string[];
  /** Tokens of a session and of a sign-in link. */
  tokens: string[];
  clock: ManualClock;
}

/** Fills a store in memory. */
export async function fillMemory(): Promise<FilledStore & { storage: AtomicDriver }> {
  const storage = memoryDriver({ clock: new ManualClock() });
  return { storage, ...(await fillStore(storage)) };
}

/** Returns bytes from a counter, so that ids and keys are the same in every run. */
function countingBytes(): (length: number) => Uint8Array<ArrayBuffer> {
  let count = 0;
  return (length) => Uint8Array.from({ length }, () => (count++ * 37 + (count >> 3)) & 255);
}

/** Fills a store with two organizations, posts of every status, texts, users, members, keys in every state, audit, usage and sessions. */
export async function fillStore(
  storage: AtomicDriver,
  clock: ManualClock = new ManualClock(),
): Promise<FilledStore> {
  const api = createPublicApi({ storage, clock, randomBytes: countingBytes(), rateLimit: { perDay: 3 } });
  const { id: ada } = await api.users.create({ name: "Ada", email: "ada@acme.example" });
  const { id: bob } = await api.users.create({ name: "Bob" });
  for (const slug of ["acme", "other"]) await fillOrganization(api, clock, { slug, userId: ada });
  await api.organizations.update("acme", {
    feeds: { rss: "/feed.xml" },
    sameAs: ["https://wiki.example/Acme"],
    synonyms: [["car", "automobile"]],
    rateLimit: { perDay: 3 },
    postFields: [
      { name: "level", type: "choice", choices: ["A", "B"], default: "B", earlierNames: ["stage"] },
    ],
    faq: {
      answerFormat: "html",
      answerEnd: "sameLevel",
      bareText: true,
      closingMarks: true,
      skip: [".no-faq"],
      headingText: "visible",
      sources: ["h4"],
      languages: true,
    },
  });
  await api.posts.update(acmePost("a-published-post"), { name: "It is published", inLanguage: "en-GB" });
  await api.posts.restore(acmePost("a-published-post"), 1);
  const actor = await api.admin.findActor(ada, "acme");
  if (actor !== null) {
    await api.admin.posts.workingCopy.save(
      { actor, slug: "a-published-post" },
      {
        name: "Not public yet",
        tags: ["new"],
        inLanguage: "de",
        markdown: "# Soon",
        markdownDialect: "editor",
      },
      { ifMatch: null },
    );
  }
  const input = { organizationSlug: "acme", userId: ada, expiresIn: "90d" };
  const first = await api.apiKeys.generate({ ...input, name: "first" });
  const rolled = await api.apiKeys.roll(acmeKey(first.id));
  const revoked = await api.apiKeys.generate({
    ...input,
    name: "revoked",
    permissions: ["posts:read"],
    networks: ["203.0.113.0/24"],
  });
  await api.apiKeys.revoke(acmeKey(revoked.id));
  await api.users.setStatus(bob, "disabled");
  for (let request = 0; request < 4; request++) await ask(api, rolled.key);
  const link = await api.sessions.createLink(ada);
  const session = await api.sessions.start((await api.sessions.createLink(ada)).token);
  // The counts of requests are written after the responses.
  await api.events.settle();
  return { api, keys: [rolled.key, first.key], tokens: [link.token, session?.token ?? ""], clock };
}

async function fillOrganization(
  api: PublicApi,
  clock: ManualClock,
  { slug, userId }: { slug: string; userId: string },
): Promise<void> {
  await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
  await api.users.addToOrganization(userId, { organizationSlug: slug, role: "owner" });
  for (const status of ["draft", "published", "archived"] as const) {
    await api.posts.create(slug, {
      name: `A ${status} post`,
      status,
      html: `<h2>Is it ${status}?</h2><p>It is.</p>`,
      tags: ["a", "b"],
      description: "Tells how it is",
      translations: { de: "https://de.example/" },
      createdAt: clock.now(),
    });
    clock.advance(60_000);
  }
  await api.posts.create(slug, { name: "Später", publishedAt: clock.now() + 86_400_000 });
  await api.redirects.add(slug, { from: "/2016/03/earlier.html", slug: "a-published-post" });
  await api.knowledgeBase.add(slug, { text: "We open at nine." }, { userId });
}

/** Requests the published post of an organization. */
export async function ask(api: PublicApi, key?: string, organizationSlug = "acme"): Promise<Response> {
  const headers: Record<string, string> = key === undefined ? {} : { "x-api-key": key };
  const address = `http://localhost/api/public/v1/post/${organizationSlug}/a-published-post`;
  return api.fetch(new Request(address, { headers }));
}

/** Secret of the webhooks of {@link fillEveryKind}. */
export const webhookSecret = "a random text of at least 32 characters";

/** Fills a store as {@link fillStore} does, and adds the kinds of records that it leaves out. Returns the token of a preview link. */
export async function fillEveryKind(
  storage: AtomicDriver,
  clock: ManualClock = new ManualClock(),
): Promise<FilledStore & { previewToken: string; webhookIds: string[] }> {
  const filled = await fillStore(storage, clock);
  const send = async (): Promise<never> => {
    throw new Error("the receiver is down");
  };
  const media = mediaStore(unstorageMedia(createStorage()));
  const api = createPublicApi({ storage, clock, media, secret: webhookSecret, webhooks: { send } });
  const { value: ada } = await api.users.iterate().next();
  const userId: string = ada?.id ?? "";
  const enabled = await api.webhooks.create("acme", { url: "https://site.example/one", tags: ["a"] });
  const paused = await api.webhooks.create("acme", {
    url: "https://site.example/two",
    events: ["key.expired"],
  });
  await api.webhooks.pause({ organizationSlug: "acme", webhookId: paused.id });
  await api.invitations.create("acme", { email: "eve@acme.example", role: "viewer" });
  await api.posts.create("acme", { name: "Waits for the receiver", html: "<p>Hi</p>", tags: ["a"] });
  await api.fetch(new Request("http://localhost/api/public/v1/search/acme?q=nothinglikethis"));
  const { token: previewToken } = await api.previews.create(acmePost("a-draft-post"), { expiresIn: "7d" });
  const actor = await api.admin.findActor(userId, "acme");
  if (actor !== null) {
    await api.admin.savedFilters.save(actor, { name: "Drafts", query: "status=draft" });
    await api.admin.setup.setHidden(actor, true);
    const address = { actor, slug: "a-draft-post" };
    const { version } = await api.admin.posts.text.get(address);
    await api.admin.submissions.submit(address, { version, note: "Please" });
    await api.admin.submissions.sendBack(address, { version, note: "Longer" });
  }
  await api.sessions.textKeyOf(userId);
  for (const name of ["kept.png", "deleted.png"]) {
    const { hash } = (await api.media?.upload("acme", picture(name), { name, alt: "Boats" })) ?? { hash: "" };
    await api.media?.update({ organizationSlug: "acme", hash }, { focalPoint: { x: 0.5, y: 0 } });
    if (name === "deleted.png") await api.media?.delete({ organizationSlug: "acme", hash });
  }
  await api.events.deliver();
  await api.events.settle();
  const options = { deployment: "process", clock, randomBytes: countingBytes() } as const;
  const removed = { key: ["key-removed", "abcdefghijklmnop"], data: {} };
  await openStore(storage, options).commit(["org", "acme"], { sets: [removed] });
  return { ...filled, previewToken, webhookIds: [enabled.id, paused.id] };
}
