import { describe, expect, it } from "vitest";
import type { AdminActor, PublicApi } from "../../lib/mod.ts";
import type { OpenApiDocument } from "../../lib/http/openapi/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";
import { type AdminRequest, type AdminWorld, drawingText, openAdminWorld, signedIn } from "./admin_world.ts";

/** A request that a world repeats. */
type Repeated = (world: AdminWorld) => AdminRequest | Promise<AdminRequest>;

const hello = { organizationSlug: "acme", slug: "hello" };
const repeated =
  (...request: AdminRequest): Repeated =>
  () =>
    request;
const ofWebhook =
  (method: string, path = "", body?: unknown): Repeated =>
  ({ webhookId }) => [method, `/webhooks/${webhookId}${path}`, body];
const ofKey =
  (method: string, path = "", body?: unknown): Repeated =>
  ({ viewerKeyId }) => [method, `/api-keys/${viewerKeyId}${path}`, body];
const ofMember =
  (method: string, body?: unknown): Repeated =>
  ({ viewerId }) => [method, `/members/${viewerId}`, body];
const post = { name: "Hello", html: "<h2>Why?</h2><p>So.</p>", tags: ["a"] };
const copy = { name: "Secret", markdown: "Not yet" };

/**
 * Every operation that writes: requests that change nothing when they are repeated, or the reason why each request is a change. A new operation must be
 * added.
 */
const operations: Readonly<Record<string, string | readonly Repeated[]>> = {
  createPost: "each request creates a post",
  putPost: [
    repeated("PUT", "/posts/hello", post),
    repeated("PUT", "/posts/hello", { ...post, description: "About", translations: { de: "hallo" } }),
    repeated("PUT", "/posts/hello", "---\ntitle: Hello\ntags: [b]\n---\nWhy?", {
      "content-type": "text/markdown",
    }),
    repeated("PUT", "/posts/secret", { name: "Secret" }),
  ],
  updatePost: [
    repeated("PATCH", "/posts/hello", {}),
    repeated("PATCH", "/posts/secret", {}),
    repeated("PATCH", "/posts/hello", { name: "Hello", status: "published" }),
    repeated("PATCH", "/posts/hello", {
      description: null,
      tags: null,
      status: null,
      slug: null,
      html: null,
    }),
    repeated("PATCH", "/posts/hello", { markdown: "Why?", authors: ["Ann", "Bob"], author: "Cy" }),
    repeated("PATCH", "/posts/hello", { translations: { de: "hallo", fr: "salut" } }),
    repeated("PATCH", "/posts/secret", { status: "scheduled", publishedAt: "2090-01-01" }),
  ],
  deletePost: [repeated("DELETE", "/posts/hello")],
  restoreRevision: [repeated("POST", "/posts/hello/revisions/1/restore")],
  saveWorkingCopy: [
    async ({ send }) => {
      const none = { "if-none-match": "*" };
      const etag = (await send("PUT", "/posts/hello/working-copy", copy, none)).headers.get("etag") ?? "";
      return ["PUT", "/posts/hello/working-copy", { ...copy, tags: ["a"] }, { "if-match": etag }];
    },
  ],
  discardWorkingCopy: [repeated("DELETE", "/posts/secret/working-copy")],
  applyWorkingCopy: [repeated("POST", "/posts/secret/working-copy/apply")],
  submitPost: [
    ({ submittedVersion: version }) => ["PUT", "/posts/secret/submission", { version }],
    ({ submittedVersion: version }) => ["PUT", "/posts/secret/submission", { version, note: "Please" }],
  ],
  withdrawSubmission: [repeated("DELETE", "/posts/secret/submission")],
  approveSubmission: [
    ({ submittedVersion: version }) => ["POST", "/posts/secret/submission/approve", { version }],
  ],
  sendBackSubmission: [
    ({ submittedVersion: version }) => [
      "POST",
      "/posts/secret/submission/send-back",
      { version, note: "Longer" },
    ],
  ],
  createPreviewLink: "each request creates a link",
  revokePreviewLink: [({ previewLinkId: id }) => ["DELETE", `/posts/hello/preview-links/${id}`]],
  addRedirect: [repeated("POST", "/redirects", { from: "/old", slug: "hello" })],
  removeRedirect: [repeated("DELETE", "/redirects?from=/earlier")],
  addText: "each request adds a text",
  putText: [
    repeated("PUT", "/knowledge-base/hours", { text: "Nine to five", source: "https://acme.example/" }),
  ],
  deleteText: [({ textId }) => ["DELETE", `/knowledge-base/${textId}`]],
  uploadMedia: [repeated("POST", "/media?name=a.svg", drawingText(1))],
  updateMedia: [
    ({ mediaHash }) => ["PATCH", `/media/${mediaHash}`, { alt: "A" }],
    ({ mediaHash }) => ["PATCH", `/media/${mediaHash}`, { title: null }],
  ],
  deleteMedia: [({ mediaHash }) => ["DELETE", `/media/${mediaHash}`]],
  generateKey: "each request generates a key",
  updateKey: [
    ofKey("PATCH", "", {}),
    ofKey("PATCH", "", { networks: ["192.0.2.0/24"] }),
    ofKey("PATCH", "", { networks: null }),
  ],
  rollKey: "each request generates a key",
  revokeKey: [ofKey("POST", "/revoke")],
  addMember: "each request invites again, and the invitation lasts longer",
  changeRole: [ofMember("PATCH", {}), ofMember("PATCH", { role: "editor" })],
  removeMember: [ofMember("DELETE")],
  revokeInvitation: [({ invitationId }) => ["DELETE", `/invitations/${invitationId}`]],
  updateOrganization: [
    repeated("PATCH", "/organization", {}),
    repeated("PATCH", "/organization", { name: "Acme" }),
    repeated("PATCH", "/organization", { description: "About", feeds: { rss: "/rss", atom: "/atom" } }),
    repeated("PATCH", "/organization", { section: null, feeds: null, logo: null }),
  ],
  createWebhook: "each request creates a webhook",
  updateWebhook: [
    ofWebhook("PATCH", "", {}),
    ofWebhook("PATCH", "", { description: "Site", tags: ["a"] }),
    ofWebhook("PATCH", "", { description: null, events: null }),
  ],
  deleteWebhook: [ofWebhook("DELETE")],
  rollWebhook: "each request creates a secret",
  pauseWebhook: [ofWebhook("POST", "/pause")],
  resumeWebhook: [ofWebhook("POST", "/resume")],
  testWebhook: "each request sends an event",
  redeliver: "each request sends an event",
  redeliverAbandonedEvents: [ofWebhook("POST", "/abandoned/redeliver")],
};

/** A world over a store that takes time to answer, and the committed writes. */
interface Recorded {
  world: AdminWorld;
  /** Lets time pass, with the background work of earlier steps. */
  pass: (milliseconds: number) => Promise<void>;
  /** Returns the writes since the last call. */
  writes: () => Promise<string[]>;
}

async function open(): Promise<Recorded> {
  const clock = new ManualClock();
  const driver = slowDriver(memoryDriver({ clock }), 3);
  const committed: string[] = [];
  const commit: typeof driver.atomic.commit = async (partition, changes) => {
    const result = await driver.atomic.commit(partition, changes);
    if (result.committed) committed.push(JSON.stringify([partition, changes]));
    return result;
  };
  const storage = { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) };
  const world = await openAdminWorld({ storage, clock, insight: false });
  const writes = async (): Promise<string[]> => {
    await untilIdle(world.api);
    return committed.splice(0);
  };
  const pass = async (milliseconds: number): Promise<void> => {
    await untilIdle(world.api);
    clock.advance(milliseconds);
    await writes();
  };
  return { world, pass, writes };
}

describe("an operation of the admin API", () => {
  it("is in the table if it writes", async () => {
    const { world } = await open();
    const { paths } = await world.read<OpenApiDocument>("GET", "/openapi.json");
    const writing = Object.values(paths).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => (method === "get" ? [] : [operationId])),
    );
    expect(Object.keys(operations).toSorted()).toEqual(writing.toSorted());
  });

  const rows = Object.entries(operations).flatMap(([name, requests]) =>
    typeof requests === "string" ? [] : requests.map((request, at) => [name, at, request] as const),
  );

  it.each(rows)("%s %i writes nothing if it changes nothing", async (_name, _at, requestOf) => {
    const { world, pass, writes } = await open();
    const first = await world.send(...(await requestOf(world)));
    const shown = await first.text();
    const request = await requestOf(world);
    await pass(600_000);
    const again = await world.send(...request);
    expect(await writes()).toEqual([]);
    if (again.status >= 400) return;
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(JSON.parse(shown));
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  });
});

/** Writes of the library that no operation of the admin API makes, and that change nothing when they are repeated. */
const calls: Readonly<
  Record<string, (api: PublicApi, actor: AdminActor, world: AdminWorld) => Promise<unknown>>
> = {
  "users.setStatus": (api, _actor, { viewerId }) => api.users.setStatus(viewerId, "disabled"),
  "organizations.update": (api) => api.organizations.update("acme", { rateLimit: { perDay: 5 } }),
  "posts.put": (api) => api.posts.put("acme", { name: "Hello", html: "<p>New</p>" }),
  "posts.update": (api) => api.posts.update(hello, { translations: { fr: "salut", de: "hallo" } }),
  "admin.posts.publish": ({ admin }, actor) => admin.posts.publish({ actor, slug: "hello" }),
  "admin.posts.archive": ({ admin }, actor) => admin.posts.archive({ actor, slug: "hello" }),
  "admin.posts.restorePublication": ({ admin }, actor) =>
    admin.posts.restorePublication({ actor, slug: "secret" }, { status: "draft" }),
  "admin.savedFilters.save": ({ admin }, actor) =>
    admin.savedFilters.save(actor, { name: "Mine", query: "tag=a" }),
  "admin.savedFilters.remove": ({ admin }, actor) => admin.savedFilters.remove(actor, "Mine"),
  "admin.setup.setHidden": ({ admin }, actor) => admin.setup.setHidden(actor, true),
  "admin.setLastOrganization": ({ admin }, actor) => admin.setLastOrganization(actor),
};

describe("a write of the library", () => {
  it.each(Object.entries(calls))("%s writes nothing if it changes nothing", async (_name, call) => {
    const { world, pass, writes } = await open();
    const actor = await signedIn(world, world.owner.userId);
    await call(world.api, actor, world);
    await pass(600_000);
    await call(world.api, actor, world);
    expect(await writes()).toEqual([]);
  });
});
