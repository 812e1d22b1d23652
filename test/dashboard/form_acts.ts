import type { Permission } from "../../lib/mod.ts";
import type { WorkingCopy } from "../../lib/content/mod.ts";
import { postTag } from "../../lib/mod.ts";
import type { DashboardWorld, SentFields, SignedIn } from "./dashboard_world.ts";

/** A request: a path under the organization, and the fields of a form. Without fields, it requests a page. */
export type Sent = [path: string, fields?: SentFields];

/** A form or a page, with the permission that it needs. */
export interface FormAct {
  name: string;
  needs: Permission;
  request: (world: DashboardWorld, visitor: SignedIn) => Sent | Promise<Sent>;
}

const tagOf = async ({ api }: DashboardWorld, slug: string): Promise<string> => {
  const post = await api.posts.get({ organizationSlug: "acme", slug });
  return post === null ? "" : postTag(post);
};

/** Returns the working copy of the post "secret". */
const secretCopy = async ({ api, owner }: DashboardWorld): Promise<WorkingCopy | null> => {
  const actor = await api.admin.findActor(owner.userId, "acme");
  return actor && api.admin.posts.workingCopy.get({ actor, slug: "secret" });
};

const organization = {
  name: "Acme",
  siteUrl: "https://acme.example",
  postUrlTemplate: "/blog/{slug}",
  language: "en-US",
  section: "News",
  speakable: "h1",
};

/** All pages and forms of an organization. */
export const formActs: readonly FormAct[] = [
  { name: "see the overview", needs: "posts:read", request: () => [""] },
  { name: "see the setup", needs: "posts:read", request: () => ["/setup"] },
  { name: "check the site", needs: "members:manage", request: () => ["/setup/check", {}] },
  { name: "hide the setup", needs: "members:manage", request: () => ["/setup/hide", {}] },
  { name: "show the setup again", needs: "members:manage", request: () => ["/setup/show", {}] },
  { name: "list posts", needs: "posts:read", request: () => ["/posts"] },
  {
    name: "list the results of the command palette",
    needs: "posts:read",
    request: () => ["/palette?q=hello"],
  },
  { name: "see a post", needs: "posts:read", request: () => ["/posts/hello"] },
  { name: "see a post's preview", needs: "posts:read", request: () => ["/posts/hello/preview"] },
  { name: "be asked for a post", needs: "posts:write", request: () => ["/new-post"] },
  {
    name: "create a post",
    needs: "posts:write",
    request: () => ["/new-post", { format: "html", content: "<p>New</p>", name: "New", status: "published" }],
  },
  { name: "see the editor", needs: "posts:write", request: () => ["/posts/hello/edit"] },
  {
    name: "save a working copy",
    needs: "posts:write",
    request: async (world) => [
      "/posts/hello/working-copy",
      { tag: await tagOf(world, "hello"), format: "html", name: "Bye", content: "", action: "save" },
    ],
  },
  {
    name: "publish a working copy",
    needs: "posts:write",
    request: async (world) => [
      "/posts/hello/working-copy",
      { tag: await tagOf(world, "hello"), format: "html", name: "Bye", content: "", action: "apply" },
    ],
  },
  {
    name: "see a working copy's preview",
    needs: "posts:write",
    request: () => ["/posts/secret/working-copy/preview"],
  },
  {
    name: "be asked whether to discard a working copy",
    needs: "posts:write",
    request: () => ["/posts/secret/working-copy/discard"],
  },
  {
    name: "discard a working copy",
    needs: "posts:write",
    request: async (world) => [
      "/posts/secret/working-copy/discard",
      { version: (await secretCopy(world))?.version ?? "" },
    ],
  },
  {
    name: "see both sides of a conflict",
    needs: "posts:write",
    request: async (world) => {
      await world.api.posts.update({ organizationSlug: "acme", slug: "secret" }, { name: "Changed" });
      return ["/posts/secret/edit/merge"];
    },
  },
  {
    name: "merge both sides of a conflict",
    needs: "posts:write",
    request: async (world) => [
      "/posts/hello/edit/merge",
      {
        format: "html",
        name: "Merged",
        content: "",
        "their-version": "",
        "their-tag": await tagOf(world, "hello"),
        action: "merge",
      },
    ],
  },
  {
    name: "see the changes of a revision",
    needs: "posts:write",
    request: () => ["/posts/hello/revisions/1"],
  },
  {
    name: "unpublish a post",
    needs: "posts:write",
    request: async (world) => ["/posts/hello/unpublish", { tag: await tagOf(world, "hello") }],
  },
  { name: "be asked for a time", needs: "posts:write", request: () => ["/posts/secret/schedule"] },
  {
    name: "publish a post",
    needs: "posts:write",
    request: async (world) => ["/posts/secret/publish", { tag: await tagOf(world, "secret") }],
  },
  {
    name: "schedule a post",
    needs: "posts:write",
    request: async (world) => [
      "/posts/secret/schedule",
      {
        tag: await tagOf(world, "secret"),
        version: (await secretCopy(world))?.version ?? "",
        date: "2027-01-01",
        time: "09:00",
        timeZone: "Europe/Berlin",
      },
    ],
  },
  {
    name: "archive a post",
    needs: "posts:write",
    request: async (world) => ["/posts/hello/archive", { tag: await tagOf(world, "hello") }],
  },
  {
    name: "restore a revision of a post",
    needs: "posts:write",
    request: async (world) => {
      await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { name: "Changed" });
      return ["/posts/hello/revisions/1/restore", { tag: await tagOf(world, "hello") }];
    },
  },
  {
    name: "see a post's preview as it was",
    needs: "posts:write",
    request: () => ["/posts/hello/preview?revision=1"],
  },
  {
    name: "create a preview link",
    needs: "posts:write",
    request: () => ["/posts/hello/preview-links", { expiresIn: "1d", "form-id": "1" }],
  },
  {
    name: "revoke a preview link",
    needs: "posts:write",
    request: async ({ api }) => {
      const { id } = await api.previews.create({ organizationSlug: "acme", slug: "hello" });
      return [`/posts/hello/preview-links/${id}/revoke`, {}];
    },
  },
  {
    name: "delete a post",
    needs: "posts:write",
    request: async (world) => ["/posts/hello/delete", { tag: await tagOf(world, "hello") }],
  },
  { name: "be asked for an import", needs: "posts:write", request: () => ["/import-posts"] },
  {
    name: "import posts",
    needs: "posts:write",
    request: () => ["/import-posts", { file: new File(["---\ntitle: Imported\n---\nHi"], "imported.md") }],
  },
  {
    name: "see an import",
    needs: "posts:write",
    request: async ({ api, owner }) => {
      const actor = await api.admin.findActor(owner.userId, "acme");
      if (actor === null) throw new Error("no owner");
      const file = new File(["# Imported"], "imported.md");
      const choices = { isCheck: true, asDrafts: false, onConflict: "skip" } as const;
      const id = await api.admin.imports.start(actor, { file, fileName: file.name, ...choices });
      await api.admin.imports.settle();
      return [`/import-posts/${id}`];
    },
  },
  {
    name: "archive selected posts",
    needs: "posts:write",
    request: async (world) => [
      "/changed-posts",
      { act: "archive", post: `${await tagOf(world, "hello")} hello`, list: "" },
    ],
  },
  {
    name: "tag selected posts",
    needs: "posts:write",
    request: async (world) => [
      "/changed-posts",
      { act: "add-tag", tag: "news", post: `${await tagOf(world, "hello")} hello`, list: "" },
    ],
  },
  {
    name: "ask about deleting selected posts",
    needs: "posts:write",
    request: async (world) => [
      "/changed-posts",
      { act: "delete", post: `${await tagOf(world, "hello")} hello`, list: "" },
    ],
  },
  {
    name: "delete selected posts",
    needs: "posts:write",
    request: async (world) => [
      "/changed-posts",
      { act: "delete", confirmed: "yes", post: `${await tagOf(world, "hello")} hello`, list: "" },
    ],
  },
  {
    name: "undo a change of selected posts",
    needs: "posts:write",
    request: async (world) => {
      const step = { slug: "hello", tag: await tagOf(world, "hello"), fields: { status: "draft" } };
      return ["/changed-posts/undo", { undo: JSON.stringify(step), list: "" }];
    },
  },
  {
    name: "save a filter",
    needs: "posts:read",
    request: () => ["/saved-filters", { name: "Launch", list: "tag=launch" }],
  },
  {
    name: "remove a saved filter",
    needs: "posts:read",
    request: () => ["/saved-filters/remove", { name: "Launch", list: "tag=launch" }],
  },
  { name: "see the results of a search", needs: "posts:read", request: () => ["/search?q=why"] },
  { name: "see the insight", needs: "posts:read", request: () => ["/insight"] },
  { name: "see the insight as a table", needs: "posts:read", request: () => ["/insight.csv?days=7"] },
  { name: "list texts", needs: "knowledge:write", request: () => ["/knowledge-base"] },
  { name: "be asked for a text", needs: "knowledge:write", request: () => ["/knowledge-base/new"] },
  { name: "add a text", needs: "knowledge:write", request: () => ["/knowledge-base", { text: "new" }] },
  {
    name: "delete a text",
    needs: "knowledge:write",
    request: ({ textId }) => [`/knowledge-base/${textId}/delete`, {}],
  },
  { name: "list keys", needs: "keys:manage", request: () => ["/settings/api-keys"] },
  { name: "watch the usage", needs: "keys:manage", request: () => ["/settings/api-keys/usage"] },
  {
    name: "generate a key",
    needs: "keys:manage",
    request: () => ["/settings/api-keys", { name: "New", expiresIn: "7d", scope: "all", "form-id": "1" }],
  },
  {
    name: "see a key",
    needs: "keys:manage",
    request: ({ owner }) => [`/settings/api-keys/${owner.keyId}`],
  },
  {
    name: "change the networks of a key",
    needs: "keys:manage",
    request: ({ owner }) => [`/settings/api-keys/${owner.keyId}/networks`, { networks: "203.0.113.0/24" }],
  },
  {
    name: "roll a key of one's own",
    needs: "keys:manage",
    request: async ({ api }, { userId }) => {
      const { id } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Own" });
      return [`/settings/api-keys/${id}/roll`, { overlap: "24h", "form-id": "1" }];
    },
  },
  {
    name: "be asked whether to revoke a key",
    needs: "keys:manage",
    request: ({ owner }) => [`/settings/api-keys/${owner.keyId}/revoke`],
  },
  {
    name: "revoke a key",
    needs: "keys:manage",
    request: ({ owner }) => [`/settings/api-keys/${owner.keyId}/revoke`, {}],
  },
  { name: "see the audit log", needs: "keys:manage", request: () => ["/settings/audit"] },
  { name: "list members", needs: "members:manage", request: () => ["/settings/members"] },
  { name: "be asked for a member", needs: "members:manage", request: () => ["/settings/members/invite"] },
  {
    name: "be asked for a member's role",
    needs: "members:manage",
    request: ({ viewerId }) => [`/settings/members/${viewerId}/role`],
  },
  {
    name: "add a member of a name",
    needs: "members:manage",
    request: () => ["/settings/members/invite", { name: "Bob", email: "", role: "author" }],
  },
  {
    name: "invite a member",
    needs: "members:manage",
    request: () => ["/settings/members/invite", { name: "", email: "eve@other.example", role: "author" }],
  },
  {
    name: "revoke an invitation",
    needs: "members:manage",
    request: ({ invitationId }) => [`/settings/invitations/${invitationId}/revoke`, {}],
  },
  { name: "see one's own membership", needs: "posts:read", request: () => ["/settings/membership"] },
  {
    name: "be asked whether to leave the organization",
    needs: "posts:read",
    request: () => ["/settings/membership/leave"],
  },
  { name: "leave the organization", needs: "posts:read", request: () => ["/settings/membership/leave", {}] },
  {
    name: "change a member's role",
    needs: "members:manage",
    request: ({ viewerId }) => [`/settings/members/${viewerId}/role`, { role: "editor" }],
  },
  {
    name: "remove a member",
    needs: "members:manage",
    request: ({ viewerId }) => [`/settings/members/${viewerId}/remove`, {}],
  },
  { name: "see the settings", needs: "posts:read", request: () => ["/settings/organization"] },
  {
    name: "change the settings",
    needs: "members:manage",
    request: () => ["/settings/organization", organization],
  },
  { name: "list webhooks", needs: "webhooks:manage", request: () => ["/settings/webhooks"] },
  { name: "be asked for a webhook", needs: "webhooks:manage", request: () => ["/settings/webhooks/new"] },
  {
    name: "create a webhook",
    needs: "webhooks:manage",
    request: () => ["/settings/webhooks/new", { url: "https://new.example/", "form-id": "1" }],
  },
  {
    name: "see a webhook",
    needs: "webhooks:manage",
    request: ({ webhookId }) => [`/settings/webhooks/${webhookId}`],
  },
  {
    name: "change a webhook",
    needs: "webhooks:manage",
    request: ({ webhookId }) => [`/settings/webhooks/${webhookId}`, { url: "https://changed.example/" }],
  },
  {
    name: "be asked whether to roll a webhook's secret",
    needs: "webhooks:manage",
    request: ({ webhookId }) => [`/settings/webhooks/${webhookId}/roll`],
  },
  {
    name: "roll a webhook's secret",
    needs: "webhooks:manage",
    request: ({ webhookId }) => [`/settings/webhooks/${webhookId}/roll`, { overlap: "1h", "form-id": "1" }],
  },
  ...["test", "pause", "resume", "delete", "deliveries/1/redeliver"].map((act): FormAct => ({
    name: `${act} a webhook`,
    needs: "webhooks:manage",
    request: ({ webhookId }) => [`/settings/webhooks/${webhookId}/${act}`, {}],
  })),
  {
    name: "be asked whether to delete a webhook",
    needs: "webhooks:manage",
    request: ({ webhookId }) => [`/settings/webhooks/${webhookId}/delete`],
  },
];
