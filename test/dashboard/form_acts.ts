import { knowledgeTag } from "../../lib/content/mod.ts";
import type { CustomField, Permission } from "../../lib/mod.ts";
import type { WorkingCopy } from "../../lib/content/mod.ts";
import { versionOf } from "../../lib/dashboard/pages/fields/change_fields.ts";
import { drawing } from "../admin/admin_world.ts";
import type { DashboardWorld, SentFields, SignedIn } from "./dashboard_world.ts";
import { tagOf } from "./editor_world.ts";
import { organizationFields } from "./organization_fields.ts";

/** A request: a path under the organization, and the fields of a form. Without fields, it requests a page. */
export type Sent = [path: string, fields?: SentFields];

/** Returns the request of a form or a page. */
type RequestOf = (world: DashboardWorld, visitor: SignedIn) => Sent | Promise<Sent>;

/** A form or a page, with the permission that it needs. */
export interface FormAct {
  name: string;
  needs: Permission;
  request: RequestOf;
}

const needing = (needs: Permission, requests: Record<string, RequestOf>): FormAct[] =>
  Object.entries(requests).map(([name, request]) => ({ name, needs, request }));

/** Returns the version of the working copy of the post "secret". */
async function secretVersion({ api, owner }: DashboardWorld): Promise<string> {
  const actor = await api.admin.findActor(owner.userId, "acme");
  const copy: WorkingCopy | null =
    actor && (await api.admin.posts.workingCopy.get({ actor, slug: "secret" }));
  return copy?.version ?? "";
}

/** Sends the tag of a post to a path below it. */
const withTag =
  (slug: string, path: string): RequestOf =>
  async (world) => [`/posts/${slug}/${path}`, { tag: await tagOf(world, slug) }];

const savingCopy =
  (action: "save" | "apply"): RequestOf =>
  async (world) => [
    "/posts/hello/working-copy",
    { tag: await tagOf(world), format: "html", name: "Bye", content: "", action },
  ];

/** Changes the selected post "hello". */
const changingPosts =
  (fields: SentFields): RequestOf =>
  async (world) => ["/changed-posts", { ...fields, post: `${await tagOf(world)} hello`, list: "" }];

/** Requests a page of the field "rating", which is defined before. */
const withField =
  (path: string, fields?: SentFields): RequestOf =>
  async ({ api }) => {
    const field: CustomField = { name: "rating", type: "number" };
    await api.organizations.update("acme", { postFields: [field] });
    const page = `/settings/fields/rating${path}`;
    return fields === undefined ? [page] : [page, { version: versionOf(field), ...fields }];
  };

/** Sends a form about the submission of the draft "secret". */
const withSubmission =
  (path: string, fields: SentFields = {}): RequestOf =>
  ({ submittedVersion: version }) => [`/posts/secret/submission${path}`, { ...fields, version }];

/** Sends a form about a picture that the visitor has uploaded. */
const withOwnPicture =
  (path: string, fields: SentFields): RequestOf =>
  async ({ api }, { userId }) => {
    const { hash } = (await api.media?.upload("acme", drawing(8), { name: "own.svg" }, { by: userId })) ?? {};
    return [`/pictures/${hash}${path}`, fields];
  };

const keys = "/settings/api-keys";
const membersPath = "/settings/members";
const webhooks = "/settings/webhooks";

/** All pages and forms of an organization. */
export const formActs: readonly FormAct[] = [
  ...needing("posts:read", {
    "see the overview": () => [""],
    "see the setup": () => ["/setup"],
    "start a search": () => ["/search", { q: "hello" }],
    "list posts": () => ["/posts"],
    "list the results of the command palette": () => ["/palette?q=hello"],
    "be suggested values": () => ["/suggestions?field=tags&q=a"],
    "see a post": () => ["/posts/hello"],
    "see a post's preview": () => ["/posts/hello/preview"],
    "save a filter": () => ["/saved-filters", { name: "Launch", list: "tag=launch" }],
    "remove a saved filter": () => ["/saved-filters/remove", { name: "Launch", list: "tag=launch" }],
    "see the results of a search": () => ["/search?q=why"],
    "see the insight": () => ["/insight"],
    "see the insight as a table": () => ["/insight.csv?days=7"],
    "see one's own membership": () => ["/settings/membership"],
    "be asked whether to leave the organization": () => ["/settings/membership/leave"],
    "leave the organization": () => ["/settings/membership/leave", {}],
    "see the settings": () => ["/settings/organization"],
    "list fields": () => ["/settings/fields"],
  }),
  ...needing("posts:write-own", {
    "be asked for a post": () => ["/new-post"],
    "create a post": () => ["/new-post", { format: "html", content: "<p>New</p>", name: "New" }],
    "list submissions": () => ["/submissions"],
    "see unsaved texts": () => ["/unsaved-texts"],
    // The result names the posts that the visitor may not change.
    "archive selected posts": changingPosts({ act: "archive" }),
    "tag selected posts": changingPosts({ act: "add-tag", tag: "news" }),
    "ask about deleting selected posts": changingPosts({ act: "delete" }),
    "delete selected posts": changingPosts({ act: "delete", confirmed: "yes" }),
    "undo a change of selected posts": async (world) => {
      const step = { slug: "hello", tag: await tagOf(world), fields: { status: "draft" } };
      return ["/changed-posts/undo", { undo: JSON.stringify(step), list: "" }];
    },
  }),
  ...needing("posts:write", {
    "see a submission": () => ["/posts/secret/submission"],
    "submit a text": withSubmission(""),
    "withdraw a submission": withSubmission("/withdraw"),
    "approve a submission": withSubmission("/approve"),
    "send a submission back": withSubmission("/send-back", { note: "Which source?" }),
    "be present in the editor": () => ["/posts/hello/presence", { page: "12345678" }],
    "see the editor": () => ["/posts/hello/edit"],
    "save a working copy": savingCopy("save"),
    "publish a working copy": savingCopy("apply"),
    "see a working copy's preview": () => ["/posts/secret/working-copy/preview"],
    "be asked whether to discard a working copy": () => ["/posts/secret/working-copy/discard"],
    "discard a working copy": async (world) => [
      "/posts/secret/working-copy/discard",
      { version: await secretVersion(world) },
    ],
    "see both sides of a conflict": async ({ api, owner }) => {
      const actor = await api.admin.findActor(owner.userId, "acme");
      if (actor === null) throw new Error("no owner");
      const { workingCopy } = api.admin.posts;
      const address = { actor, slug: "hello" };
      const copy = { name: "Mine", html: "" };
      if ((await workingCopy.get(address)) === null) await workingCopy.save(address, copy, { ifMatch: null });
      await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { name: "Changed" });
      return ["/posts/hello/edit/merge"];
    },
    "merge both sides of a conflict": async (world) => {
      const theirs = { "their-version": "", "their-tag": await tagOf(world) };
      return [
        "/posts/hello/edit/merge",
        { format: "html", name: "A", content: "", ...theirs, action: "merge" },
      ];
    },
    "see the changes of a revision": () => ["/posts/hello/revisions/1"],
    "unpublish a post": withTag("hello", "unpublish"),
    "be asked for a time": () => ["/posts/secret/schedule"],
    "publish a post": withTag("secret", "publish"),
    "schedule a post": async (world) => {
      const actor = await world.api.admin.findActor(world.owner.userId, "acme");
      if (actor === null) throw new Error("no owner");
      const { version } = await world.api.admin.posts.text.get({ actor, slug: "secret" });
      const shown = { tag: await tagOf(world, "secret"), version, changes: "publish" };
      const time = { date: "2027-01-01", time: "09:00", timeZone: "Europe/Berlin" };
      return ["/posts/secret/schedule", { ...shown, ...time }];
    },
    "archive a post": withTag("hello", "archive"),
    "restore a revision of a post": async (world, visitor) => {
      await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { name: "Changed" });
      return withTag("hello", "revisions/1/restore")(world, visitor);
    },
    "see a post's preview as it was": () => ["/posts/hello/preview?revision=1"],
    "create a preview link": () => ["/posts/hello/preview-links", { expiresIn: "1d", "form-id": "1" }],
    "revoke a preview link": async ({ api }) => {
      const { id } = await api.previews.create({ organizationSlug: "acme", slug: "hello" });
      return [`/posts/hello/preview-links/${id}/revoke`, {}];
    },
    "delete a hidden value": async (world) => {
      const tag = await tagOf(world);
      return ["/posts/hello/hidden-values/delete", { tag, name: "extra" }];
    },
    "delete a post": withTag("hello", "delete"),
    "be asked for an import": () => ["/import-posts"],
    "import posts": () => ["/import-posts", { file: new File(["---\ntitle: A\n---\nHi"], "imported.md") }],
    "see an import": async ({ api, owner }) => {
      const actor = await api.admin.findActor(owner.userId, "acme");
      if (actor === null) throw new Error("no owner");
      const file = new File(["# Imported"], "imported.md");
      const choices = { isCheck: true, asDrafts: false, onConflict: "skip" } as const;
      const id = await api.admin.imports.start(actor, { file, fileName: file.name, ...choices });
      await api.admin.imports.settle();
      return [`/import-posts/${id}`];
    },
  }),
  ...needing("knowledge:write", {
    "list texts": () => ["/knowledge-base"],
    "be asked for a text": () => ["/knowledge-base/new"],
    "add a text": () => ["/knowledge-base", { text: "new" }],
    "see a text": ({ textId }) => [`/knowledge-base/${textId}`],
    "save a text": async ({ api, textId }) => {
      const entry = await api.knowledgeBase.get({ organizationSlug: "acme", id: textId });
      return [
        `/knowledge-base/${textId}`,
        { text: "changed", etag: entry === null ? "" : knowledgeTag(entry) },
      ];
    },
    "delete a text": ({ textId }) => [`/knowledge-base/${textId}/delete`, {}],
  }),
  ...needing("media:write", {
    "list pictures": () => ["/pictures"],
    "upload a picture": () => ["/pictures", { file: new File([drawing(7)], "new.svg") }],
    "see a picture": ({ mediaHash }) => [`/pictures/${mediaHash}`],
    "save a picture of one's own": withOwnPicture("", { alt: "A dot", title: "", focalX: "50", focalY: "0" }),
    "be asked whether to delete a picture": ({ mediaHash }) => [`/pictures/${mediaHash}/delete`],
    "delete a picture of one's own": withOwnPicture("/delete", {}),
  }),
  ...needing("keys:manage", {
    "list keys": () => [keys],
    "watch the usage": () => [`${keys}/usage`],
    "generate a key": () => [keys, { name: "New", expiresIn: "7d", scope: "all", "form-id": "1" }],
    "see a key": ({ owner }) => [`${keys}/${owner.keyId}`],
    "change a key": ({ owner }) => [`${keys}/${owner.keyId}`, { networks: "203.0.113.0/24" }],
    "disable a key": ({ owner }) => [`${keys}/${owner.keyId}/switch`, { act: "disable" }],
    "find a key": ({ owner }) => [`${keys}/find`, { search: owner.key }],
    "roll a key of one's own": async ({ api }, { userId }) => {
      const { id } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Own" });
      return [`${keys}/${id}/roll`, { overlap: "24h", "form-id": "1" }];
    },
    "be asked whether to revoke a key": ({ owner }) => [`${keys}/${owner.keyId}/revoke`],
    "revoke a key": ({ owner }) => [`${keys}/${owner.keyId}/revoke`, {}],
    "see the audit log": () => ["/settings/audit"],
  }),
  ...needing("members:manage", {
    "check the site": () => ["/setup/check", {}],
    "hide the setup": () => ["/setup/hide", {}],
    "show the setup again": () => ["/setup/show", {}],
    "see the formats of an export": () => ["/settings/export"],
    "download the posts for WordPress": () => ["/settings/export/wxr"],
    "download the records": () => ["/settings/export/records"],
    "list members": () => [membersPath],
    "be asked for a member": () => [`${membersPath}/invite`],
    "be asked for a member's role": ({ viewerId }) => [`${membersPath}/${viewerId}/role`],
    "add a member of a name": () => [`${membersPath}/invite`, { name: "Bob", email: "", role: "author" }],
    "invite a member": () => [
      `${membersPath}/invite`,
      { name: "", email: "eve@other.example", role: "author" },
    ],
    "revoke an invitation": ({ invitationId }) => [`/settings/invitations/${invitationId}/revoke`, {}],
    "change a member's role": ({ viewerId }) => [`${membersPath}/${viewerId}/role`, { role: "editor" }],
    "remove a member": ({ viewerId }) => [`${membersPath}/${viewerId}/remove`, {}],
    "be asked for a field": () => ["/settings/new-field"],
    "define a field": () => ["/settings/new-field", { name: "price", type: "number", shown: "list" }],
    "see a field": withField(""),
    "change a field": async (world, visitor) => {
      const [path] = await withField("")(world, visitor);
      const [, version = ""] =
        /name="version" value="(\w+)"/.exec(await visitor.page(`/o/acme${path}`)) ?? [];
      return [path, { name: "rating", type: "number", hint: "Of 5", version }];
    },
    "move a field": withField("/move", { to: "up" }),
    "be asked whether to retire a field": withField("/retire"),
    "retire a field": withField("/retire", {}),
    "change the settings": () => ["/settings/organization", { ...organizationFields, section: "News" }],
  }),
  ...needing("webhooks:manage", {
    "list webhooks": () => [webhooks],
    "be asked for a webhook": () => [`${webhooks}/new`],
    "create a webhook": () => [`${webhooks}/new`, { url: "https://new.example/", "form-id": "1" }],
    "see a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}`],
    "change a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}`, { url: "https://changed.example/" }],
    "be asked whether to roll a webhook's secret": ({ webhookId }) => [`${webhooks}/${webhookId}/roll`],
    "roll a webhook's secret": ({ webhookId }) => [
      `${webhooks}/${webhookId}/roll`,
      { overlap: "1h", "form-id": "1" },
    ],
    "test a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}/test`, {}],
    "pause a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}/pause`, {}],
    "resume a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}/resume`, {}],
    "delete a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}/delete`, {}],
    "see the abandoned events of a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}/abandoned`],
    "redeliver the abandoned events of a webhook": ({ webhookId }) => [
      `${webhooks}/${webhookId}/abandoned`,
      {},
    ],
    "redeliver to a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}/deliveries/1/redeliver`, {}],
    "be asked whether to delete a webhook": ({ webhookId }) => [`${webhooks}/${webhookId}/delete`],
  }),
];
