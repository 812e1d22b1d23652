import { permissionsOfRole } from "../../lib/access/mod.ts";
import type { AdminActor, Permission, PublicApi } from "../../lib/mod.ts";
import type { AdminWorld, Caller } from "./admin_world.ts";

/** An admin action: its permission, and its call and request. */
export interface Act {
  name: string;
  needs: Permission;
  /** Further permissions that its result exercises. Default: none. */
  alsoNeeds?: readonly Permission[];
  directly: (
    admin: PublicApi["admin"],
    actor: AdminActor,
    world: AdminWorld,
    caller: Caller,
  ) => Promise<unknown>;
  byHttp: (
    world: AdminWorld,
    caller: Caller,
  ) => [method: string, path: string, body?: unknown, headers?: Record<string, string>];
}

/** All admin actions. */
export const acts: readonly Act[] = [
  {
    name: "list posts",
    needs: "posts:read",
    directly: (admin, actor) => admin.posts.list(actor),
    byHttp: () => ["GET", "/posts"],
  },
  {
    name: "show a post",
    needs: "posts:read",
    directly: (admin, actor) => admin.posts.get({ actor, slug: "hello" }),
    byHttp: () => ["GET", "/posts/hello"],
  },
  {
    name: "preview a post",
    needs: "posts:read",
    directly: (admin, actor) => admin.posts.preview({ actor, slug: "hello" }),
    byHttp: () => ["GET", "/posts/hello/preview"],
  },
  {
    name: "create a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.create(actor, { name: "New" }),
    byHttp: () => ["POST", "/posts", { name: "New" }],
  },
  {
    name: "put a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.put({ actor, slug: "new" }, { name: "New" }),
    byHttp: () => ["PUT", "/posts/new", { name: "New" }],
  },
  {
    name: "update a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.update({ actor, slug: "hello" }, { name: "Bye" }),
    byHttp: () => ["PATCH", "/posts/hello", { name: "Bye" }],
  },
  {
    name: "publish a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.publish({ actor, slug: "secret" }),
    byHttp: () => ["PATCH", "/posts/secret", { status: "published" }],
  },
  {
    name: "schedule a post",
    needs: "posts:write",
    directly: (admin, actor) =>
      admin.posts.schedule({ actor, slug: "secret" }, { publishedAt: "2027-01-01" }),
    byHttp: () => ["PATCH", "/posts/secret", { status: "scheduled", publishedAt: "2027-01-01" }],
  },
  {
    name: "archive a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.archive({ actor, slug: "hello" }),
    byHttp: () => ["PATCH", "/posts/hello", { status: "archived" }],
  },
  {
    name: "unpublish a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.unpublish({ actor, slug: "hello" }),
    byHttp: () => ["PATCH", "/posts/hello", { status: "draft" }],
  },
  {
    name: "show a working copy",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.workingCopy.get({ actor, slug: "secret" }),
    byHttp: () => ["GET", "/posts/secret/working-copy"],
  },
  {
    name: "preview a working copy",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.workingCopy.preview({ actor, slug: "secret" }),
    byHttp: () => ["GET", "/posts/secret/working-copy"],
  },
  {
    name: "save a working copy",
    needs: "posts:write",
    directly: (admin, actor) =>
      admin.posts.workingCopy.save({ actor, slug: "hello" }, { name: "New", html: "" }, { ifMatch: null }),
    byHttp: () => ["PUT", "/posts/hello/working-copy", { name: "New", html: "" }, { "if-none-match": "*" }],
  },
  {
    name: "apply a working copy",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.workingCopy.apply({ actor, slug: "secret" }),
    byHttp: () => ["POST", "/posts/secret/working-copy/apply", { publish: true }],
  },
  {
    name: "discard a working copy",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.workingCopy.discard({ actor, slug: "secret" }),
    byHttp: () => ["DELETE", "/posts/secret/working-copy"],
  },
  {
    name: "delete a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.delete({ actor, slug: "hello" }),
    byHttp: () => ["DELETE", "/posts/hello"],
  },
  {
    name: "list a post's revisions",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.history({ actor, slug: "hello" }),
    byHttp: () => ["GET", "/posts/hello/revisions"],
  },
  {
    name: "restore a revision of a post",
    needs: "posts:write",
    directly: (admin, actor) => admin.posts.restore({ actor, slug: "hello" }, 1),
    byHttp: () => ["POST", "/posts/hello/revisions/1/restore"],
  },
  {
    name: "list preview links",
    needs: "posts:write",
    directly: (admin, actor) => admin.previews.list({ actor, slug: "secret" }),
    byHttp: () => ["GET", "/posts/secret/preview-links"],
  },
  {
    name: "create a preview link",
    needs: "posts:write",
    alsoNeeds: ["posts:read"],
    directly: (admin, actor) => admin.previews.create({ actor, slug: "secret" }),
    byHttp: () => ["POST", "/posts/secret/preview-links", { expiresIn: "2h" }],
  },
  {
    name: "revoke a preview link",
    needs: "posts:write",
    directly: (admin, actor, { previewLinkId: id }) => admin.previews.revoke({ actor, slug: "hello", id }),
    byHttp: ({ previewLinkId }) => ["DELETE", `/posts/hello/preview-links/${previewLinkId}`],
  },
  {
    name: "list redirects",
    needs: "posts:write",
    directly: (admin, actor) => admin.redirects.list(actor),
    byHttp: () => ["GET", "/redirects"],
  },
  {
    name: "add a redirect",
    needs: "posts:write",
    directly: (admin, actor) => admin.redirects.add(actor, { from: "old", slug: "hello" }),
    byHttp: () => ["POST", "/redirects", { from: "old", slug: "hello" }],
  },
  {
    name: "remove a redirect",
    needs: "posts:write",
    directly: (admin, actor) => admin.redirects.remove({ actor, from: "/earlier" }),
    byHttp: () => ["DELETE", "/redirects?from=/earlier"],
  },
  {
    name: "list texts",
    needs: "knowledge:write",
    directly: (admin, actor) => admin.knowledgeBase.list(actor),
    byHttp: () => ["GET", "/knowledge-base"],
  },
  {
    name: "add a text",
    needs: "knowledge:write",
    directly: (admin, actor) => admin.knowledgeBase.add(actor, { text: "new" }),
    byHttp: () => ["POST", "/knowledge-base", { text: "new" }],
  },
  {
    name: "delete a text",
    needs: "knowledge:write",
    directly: (admin, actor, { textId }) => admin.knowledgeBase.delete({ actor, id: textId }),
    byHttp: ({ textId }) => ["DELETE", `/knowledge-base/${textId}`],
  },
  {
    name: "list keys",
    needs: "keys:manage",
    directly: (admin, actor) => admin.apiKeys.all(actor),
    byHttp: () => ["GET", "/api-keys"],
  },
  {
    name: "show a key",
    needs: "keys:manage",
    directly: (admin, actor, { owner }) => admin.apiKeys.get({ actor, keyId: owner.keyId }),
    byHttp: ({ owner }) => ["GET", `/api-keys/${owner.keyId}`],
  },
  {
    name: "generate a key",
    needs: "keys:manage",
    directly: (admin, actor) => admin.apiKeys.generate(actor, { name: "CI", expiresIn: "30d" }),
    byHttp: () => ["POST", "/api-keys", { name: "CI", expiresIn: "30d" }],
  },
  {
    name: "change the networks of a key",
    needs: "keys:manage",
    directly: (admin, actor, { owner }) =>
      admin.apiKeys.update({ actor, keyId: owner.keyId }, { networks: ["203.0.113.0/24"] }),
    byHttp: ({ owner }) => ["PATCH", `/api-keys/${owner.keyId}`, { networks: ["203.0.113.0/24"] }],
  },
  {
    name: "roll a key of one's own",
    needs: "keys:manage",
    directly: (admin, actor, _world, { keyId }) => admin.apiKeys.roll({ actor, keyId }),
    byHttp: (_world, { keyId }) => ["POST", `/api-keys/${keyId}/roll`],
  },
  {
    name: "revoke a key",
    needs: "keys:manage",
    directly: (admin, actor, { owner }) => admin.apiKeys.revoke({ actor, keyId: owner.keyId }),
    byHttp: ({ owner }) => ["POST", `/api-keys/${owner.keyId}/revoke`],
  },
  {
    name: "tell the usage",
    needs: "keys:manage",
    directly: (admin, actor) => admin.apiKeys.usage(actor),
    byHttp: () => ["GET", "/usage"],
  },
  {
    name: "tell the insight",
    needs: "posts:read",
    directly: (admin, actor) => admin.insight.read(actor),
    byHttp: () => ["GET", "/insight"],
  },
  {
    name: "tell the insight as rows",
    needs: "posts:read",
    directly: (admin, actor) => admin.insight.rows(actor),
    byHttp: () => ["GET", "/insight?format=csv"],
  },
  {
    name: "tell the insight of a key",
    needs: "keys:manage",
    directly: (admin, actor, { owner }) => admin.insight.ofKey({ actor, keyId: owner.keyId }),
    byHttp: ({ owner }) => ["GET", `/api-keys/${owner.keyId}/insight`],
  },
  {
    name: "list the audit",
    needs: "keys:manage",
    directly: (admin, actor) => admin.organization.audit(actor),
    byHttp: () => ["GET", "/audit"],
  },
  {
    name: "list webhooks",
    needs: "webhooks:manage",
    directly: (admin, actor) => admin.webhooks.all(actor),
    byHttp: () => ["GET", "/webhooks"],
  },
  {
    name: "create a webhook",
    needs: "webhooks:manage",
    alsoNeeds: ["posts:read"],
    directly: (admin, actor) => admin.webhooks.create(actor, { url: "https://new.example/" }),
    byHttp: () => ["POST", "/webhooks", { url: "https://new.example/" }],
  },
  {
    name: "show a webhook",
    needs: "webhooks:manage",
    directly: (admin, actor, { webhookId }) => admin.webhooks.get({ actor, webhookId }),
    byHttp: ({ webhookId }) => ["GET", `/webhooks/${webhookId}`],
  },
  {
    name: "change a webhook",
    needs: "webhooks:manage",
    directly: (admin, actor, { webhookId }) => admin.webhooks.update({ actor, webhookId }, { tags: ["a"] }),
    byHttp: ({ webhookId }) => ["PATCH", `/webhooks/${webhookId}`, { tags: ["a"] }],
  },
  {
    name: "roll the secret of a webhook",
    needs: "webhooks:manage",
    alsoNeeds: ["posts:read"],
    directly: (admin, actor, { webhookId }) => admin.webhooks.rollSecret({ actor, webhookId }),
    byHttp: ({ webhookId }) => ["POST", `/webhooks/${webhookId}/roll`],
  },
  {
    name: "pause a webhook",
    needs: "webhooks:manage",
    directly: (admin, actor, { webhookId }) => admin.webhooks.pause({ actor, webhookId }),
    byHttp: ({ webhookId }) => ["POST", `/webhooks/${webhookId}/pause`],
  },
  {
    name: "resume a webhook",
    needs: "webhooks:manage",
    alsoNeeds: ["posts:read"],
    directly: (admin, actor, { webhookId }) => admin.webhooks.resume({ actor, webhookId }),
    byHttp: ({ webhookId }) => ["POST", `/webhooks/${webhookId}/resume`],
  },
  {
    name: "test a webhook",
    needs: "webhooks:manage",
    directly: (admin, actor, { webhookId }) => admin.webhooks.test({ actor, webhookId }),
    byHttp: ({ webhookId }) => ["POST", `/webhooks/${webhookId}/test`],
  },
  {
    name: "list the deliveries of a webhook",
    needs: "webhooks:manage",
    directly: (admin, actor, { webhookId }) => admin.webhooks.deliveries({ actor, webhookId }),
    byHttp: ({ webhookId }) => ["GET", `/webhooks/${webhookId}/deliveries`],
  },
  {
    name: "deliver an event again",
    needs: "webhooks:manage",
    alsoNeeds: ["posts:read"],
    directly: (admin, actor, { webhookId }) => admin.webhooks.redeliver({ actor, webhookId }, 1),
    byHttp: ({ webhookId }) => ["POST", `/webhooks/${webhookId}/deliveries/1/redeliver`],
  },
  {
    name: "delete a webhook",
    needs: "webhooks:manage",
    directly: (admin, actor, { webhookId }) => admin.webhooks.delete({ actor, webhookId }),
    byHttp: ({ webhookId }) => ["DELETE", `/webhooks/${webhookId}`],
  },
  {
    name: "list members",
    needs: "members:manage",
    directly: (admin, actor) => admin.members.all(actor),
    byHttp: () => ["GET", "/members"],
  },
  {
    name: "add a member of a name",
    needs: "members:manage",
    alsoNeeds: permissionsOfRole.author,
    directly: (admin, actor) => admin.members.add(actor, { name: "Bob", role: "author" }),
    byHttp: () => ["POST", "/members", { name: "Bob", role: "author" }],
  },
  {
    name: "invite an address",
    needs: "members:manage",
    alsoNeeds: permissionsOfRole.author,
    directly: (admin, actor) => admin.members.add(actor, { email: "eve@other.example", role: "author" }),
    byHttp: () => ["POST", "/members", { email: "eve@other.example", role: "author" }],
  },
  {
    name: "list invitations",
    needs: "members:manage",
    directly: (admin, actor) => admin.members.invitations(actor),
    byHttp: () => ["GET", "/invitations"],
  },
  {
    name: "revoke an invitation",
    needs: "members:manage",
    alsoNeeds: permissionsOfRole.viewer,
    directly: (admin, actor, { invitationId }) => admin.members.revokeInvitation({ actor, id: invitationId }),
    byHttp: ({ invitationId }) => ["DELETE", `/invitations/${invitationId}`],
  },
  {
    name: "change a member's role",
    needs: "members:manage",
    alsoNeeds: permissionsOfRole.editor,
    directly: (admin, actor, { viewerId }) => admin.members.changeRole({ actor, userId: viewerId }, "editor"),
    byHttp: ({ viewerId }) => ["PATCH", `/members/${viewerId}`, { role: "editor" }],
  },
  {
    name: "remove a member",
    needs: "members:manage",
    alsoNeeds: permissionsOfRole.viewer,
    directly: (admin, actor, { viewerId }) => admin.members.remove({ actor, userId: viewerId }),
    byHttp: ({ viewerId }) => ["DELETE", `/members/${viewerId}`],
  },
  {
    name: "show the organization",
    needs: "posts:read",
    directly: (admin, actor) => admin.organization.get(actor),
    byHttp: () => ["GET", "/organization"],
  },
  {
    name: "update the organization",
    needs: "members:manage",
    directly: (admin, actor) => admin.organization.update(actor, { section: "News" }),
    byHttp: () => ["PATCH", "/organization", { section: "News" }],
  },
];
