import { createStorage } from "unstorage";
import { expect } from "vitest";
import { mediaStore } from "../../lib/media/mod.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import type { AdminPostAddress } from "../../lib/api/mod.ts";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";
import { WorkingCopies, type WorkingCopyText } from "../../lib/content/mod.ts";
import type { AdminActor, Permission, PublicApi, PublicApiOptions, Role } from "../../lib/mod.ts";
import type { Clock } from "../../lib/base/time/clock.ts";
import { openStore } from "../../lib/store/mod.ts";
import { openChosen } from "../access/storages.ts";
import { World } from "../api/world.ts";

/** A signed-in user of "acme" with an API key. */
export interface Caller {
  userId: string;
  key: string;
  keyId: string;
}

/** Ids of the addressed resources. `ownKeyId` is a key of the caller, `keyId` a key of the owner. */
export type Ids = Record<
  | "invitationId"
  | "keyId"
  | "mediaHash"
  | "ownKeyId"
  | "previewLinkId"
  | "submittedVersion"
  | "textId"
  | "viewerId"
  | "viewerKeyId"
  | "webhookId",
  string
>;

/** Two organizations with an example of every resource. */
export interface AdminWorld {
  world: World;
  api: PublicApi;
  /** A member of "acme" who is a viewer. */
  viewerId: string;
  /** The viewer's key, which works only in 203.0.113.0/24. */
  viewerKeyId: string;
  /** The owner of "acme". */
  owner: Caller;
  textId: string;
  /** A picture of "acme". */
  mediaHash: string;
  /** A pending invitation to "acme". */
  invitationId: string;
  /** A webhook of "acme" with one delivery, of `post.published`. Its requests get 204. */
  webhookId: string;
  /** A preview link of the post "hello". */
  previewLinkId: string;
  /** Version of the submission of the draft "secret". */
  submittedVersion: string;
  /** Resources of the organization "other". */
  other: { userId: string; keyId: string; textId: string; webhookId: string };
  /** Sends a request with the owner's key. */
  send: (...request: AdminRequest) => Promise<Response>;
  /** Sends a request with the owner's key, and returns the JSON of the response. */
  read: <Body = Record<string, unknown>>(...request: AdminRequest) => Promise<Body>;
}

/** A request to the admin API. A body is sent as JSON. */
export type AdminRequest = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

/** Opens the API with "acme" and "other". Each has a published post "hello", a draft "secret", a text, an owner and a viewer. The draft of "acme" has a working copy, and is submitted. */
export async function openAdminWorld(options: Parameters<typeof World.open>[1] = {}): Promise<AdminWorld> {
  const world = await World.open(openChosen, {
    adminApi: true,
    media: mediaStore(unstorageMedia(createStorage())),
    secret: "a random text of at least 32 characters",
    webhooks: { send: async () => ({ status: 204, body: new Uint8Array() }) },
    ...options,
  });
  const { api } = world;
  await api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
  const owner = await createCaller(world, "owner");
  const viewer = await createCaller(world, "viewer");
  const viewerKey = { organizationSlug: "acme", keyId: viewer.keyId };
  await api.apiKeys.update(viewerKey, { networks: ["203.0.113.0/24"] });
  const { id: webhookId } = await api.webhooks.create("acme", { url: "https://acme.example/hook" });
  for (const slug of ["acme", "other"]) {
    // The redirect comes with the post, so it has no event of its own.
    await api.posts.create(slug, { name: "Hello", html: "<h2>Why?</h2><p>So.</p>", aliases: ["/earlier"] });
    await api.posts.create(slug, { name: "Secret", status: "draft" });
  }
  await api.posts.create("other", { name: "Theirs" });
  const { id: textId } = await api.knowledgeBase.add("acme", { text: "ours" });
  const { hash: mediaHash = "" } = (await api.media?.upload("acme", drawing(1), { name: "a.svg" })) ?? {};
  const theirs = await api.knowledgeBase.add("other", { text: "theirs" });
  const { id: userId } = await api.users.create({ name: "Eve", email: "eve@other.example" });
  await api.users.addToOrganization(userId, { organizationSlug: "other", role: "owner" });
  const { id: keyId } = await api.apiKeys.generate({ organizationSlug: "other", userId, name: "Theirs" });
  const guest = { email: "guest@acme.example", role: "viewer" } as const;
  const { id: invitationId } = await api.invitations.create("acme", guest);
  await api.events.deliver();
  const theirWebhook = await api.webhooks.create("other", { url: "https://other.example/hook" });
  const hello = { organizationSlug: "acme", slug: "hello" };
  const { id: previewLinkId } = await api.previews.create(hello);
  const actor = await api.admin.findActor(owner.userId, "acme");
  let submittedVersion = "";
  if (actor !== null) {
    const draft = { name: "Secret", markdown: "Not yet" };
    const { storage = world.storage, clock = world.clock } = options;
    const secret = { actor, slug: "secret" };
    await saveBesideDraft({ storage, clock }, secret, draft);
    const { version } = await api.admin.posts.text.get(secret);
    ({ version: submittedVersion } = await api.admin.submissions.submit(secret, { version }));
  }
  const other = { userId, keyId, textId: theirs.id, webhookId: theirWebhook.id };
  const ids = {
    viewerId: viewer.userId,
    viewerKeyId: viewer.keyId,
    textId,
    mediaHash,
    invitationId,
    webhookId,
    previewLinkId,
    submittedVersion,
  };
  const send = (...request: AdminRequest): Promise<Response> => sendAdmin({ api }, owner.key, request);
  const read = async <Body>(...request: AdminRequest): Promise<Body> =>
    (await (await send(...request)).json()) as Body;
  return { world, api, owner, other, send, read, ...ids };
}

/** Saves a working copy beside a draft, which earlier versions of Postern did. */
export async function saveBesideDraft(
  { storage, clock }: Pick<PublicApiOptions, "storage"> & { clock: Clock },
  { actor: { organizationSlug, userId: by }, slug }: AdminPostAddress,
  text: WorkingCopyText,
): Promise<void> {
  const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
  const options = { ifMatch: null, by };
  await new WorkingCopies({ store, clock }).save({ organizationSlug, slug }, text, options);
}

/** A picture. Pictures of different widths have different bytes. */
export function drawing(width: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(drawingText(width));
}

export function drawingText(width: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="9"><rect width="4" height="4"/></svg>`;
}

/** Creates a user with a role, and a key that can be limited to some permissions. */
export async function createCaller(
  world: World,
  role: Role,
  narrowed: { permissions?: readonly Permission[]; expiresIn?: string } = {},
): Promise<Caller> {
  const { id: keyId, key, userId } = await world.createKey({ role, ...narrowed });
  return { userId, key, keyId };
}

/** Returns a signed-in user. */
export async function signedIn({ api }: AdminWorld, userId: string): Promise<AdminActor> {
  const actor = await api.admin.findActor(userId, "acme");
  expect(actor).not.toBeNull();
  return actor as AdminActor;
}

/** Sends a request to the admin API. */
export async function sendAdmin(
  { api }: Pick<AdminWorld, "api">,
  key: string | undefined,
  [method, path, body, headers = {}]: AdminRequest,
): Promise<Response> {
  const sent: Record<string, string> = { ...headers };
  if (key !== undefined) sent["x-api-key"] = key;
  if (body !== undefined) sent["content-type"] ??= "application/json";
  const init: RequestInit = { method, headers: sent };
  if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
  return api.fetch(new Request(`http://localhost/api/admin/v1${path}`, init));
}
