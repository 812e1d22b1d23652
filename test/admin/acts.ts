import { drawing, drawingText } from "./admin_world.ts";
import { type Act, needing, type Row } from "./needing.ts";

const hello = "hello";
const networks = ["203.0.113.0/24"];
const copy = { name: "New", html: "" };
const webhook = { url: "https://new.example/" };

/** All admin actions. */
export const acts: readonly Act[] = [
  ...needing("posts:read", [
    ["list posts", "GET /posts", ({ posts }, actor) => posts.list(actor)],
    ["show a post", "GET /posts/hello", ({ posts }, actor) => posts.get({ actor, slug: hello })],
    [
      "preview a post",
      "GET /posts/hello/preview",
      ({ posts }, actor) => posts.preview({ actor, slug: hello }),
    ],
    ["tell the insight", "GET /insight", ({ insight }, actor) => insight.read(actor)],
    ["tell the insight as rows", "GET /insight?format=csv", ({ insight }, actor) => insight.rows(actor)],
    ["show the organization", "GET /organization", ({ organization }, actor) => organization.get(actor)],
  ]),
  ...needing("posts:write", [
    [
      "create a post",
      "POST /posts",
      ({ posts }, actor) => posts.create(actor, { name: "New" }),
      { name: "New" },
    ],
    ["put a post", "PUT /posts/new", ({ posts }, actor) => posts.put({ actor, slug: "new" }, copy), copy],
    [
      "update a post",
      "PATCH /posts/hello",
      ({ posts }, actor) => posts.update({ actor, slug: hello }, copy),
      copy,
    ],
    [
      "publish a post",
      "PATCH /posts/secret",
      ({ posts }, actor) => posts.publish({ actor, slug: "secret" }),
      { status: "published" },
    ],
    [
      "schedule a post",
      "PATCH /posts/secret",
      ({ posts }, actor) => posts.schedule({ actor, slug: "secret" }, { publishedAt: "2027-01-01" }),
      { status: "scheduled", publishedAt: "2027-01-01" },
    ],
    [
      "archive a post",
      "PATCH /posts/hello",
      ({ posts }, actor) => posts.archive({ actor, slug: hello }),
      { status: "archived" },
    ],
    [
      "unpublish a post",
      "PATCH /posts/hello",
      ({ posts }, actor) => posts.unpublish({ actor, slug: hello }),
      { status: "draft" },
    ],
    [
      "show a working copy",
      "GET /posts/secret/working-copy",
      ({ posts }, actor) => posts.workingCopy.get({ actor, slug: "secret" }),
    ],
    [
      "preview a working copy",
      "GET /posts/secret/working-copy",
      ({ posts }, actor) => posts.workingCopy.preview({ actor, slug: "secret" }),
    ],
    [
      "convert a working copy to Markdown",
      "GET /posts/secret/working-copy",
      ({ posts }, actor) => posts.workingCopy.toMarkdown({ actor, slug: hello }),
    ],
    [
      "save a working copy",
      "PUT /posts/hello/working-copy",
      ({ posts }, actor) => posts.workingCopy.save({ actor, slug: hello }, copy, { ifMatch: null }),
      copy,
      { "if-none-match": "*" },
    ],
    [
      "apply a working copy",
      "POST /posts/secret/working-copy/apply",
      ({ posts }, actor) => posts.workingCopy.apply({ actor, slug: "secret" }),
      { publish: true },
    ],
    [
      "discard a working copy",
      "DELETE /posts/secret/working-copy",
      ({ posts }, actor) => posts.workingCopy.discard({ actor, slug: "secret" }),
    ],
    ["delete a post", "DELETE /posts/hello", ({ posts }, actor) => posts.delete({ actor, slug: hello })],
    [
      "list a post's revisions",
      "GET /posts/hello/revisions",
      ({ posts }, actor) => posts.history({ actor, slug: hello }),
    ],
    [
      "restore a revision of a post",
      "POST /posts/hello/revisions/1/restore",
      ({ posts }, actor) => posts.text.restore({ actor, slug: hello }, 1),
    ],
    ["list submissions", "GET /submissions", ({ submissions }, actor) => submissions.list(actor)],
    [
      "show a submission",
      "GET /posts/secret/submission",
      ({ submissions }, actor) => submissions.get({ actor, slug: "secret" }),
    ],
    [
      "submit a post",
      "PUT /posts/secret/submission",
      ({ submissions }, actor, { submittedVersion: version }) =>
        submissions.submit({ actor, slug: "secret" }, { version }),
      { version: "{submittedVersion}" },
    ],
    [
      "withdraw a submission",
      "DELETE /posts/secret/submission",
      ({ submissions }, actor) => submissions.withdraw({ actor, slug: "secret" }),
    ],
    [
      "approve a submission",
      "POST /posts/secret/submission/approve",
      ({ submissions }, actor, { submittedVersion: version }) =>
        submissions.approve({ actor, slug: "secret" }, { version }),
      { version: "{submittedVersion}" },
    ],
    [
      "send a submission back",
      "POST /posts/secret/submission/send-back",
      ({ submissions }, actor, { submittedVersion: version }) =>
        submissions.sendBack({ actor, slug: "secret" }, { version, note: "Longer" }),
      { version: "{submittedVersion}", note: "Longer" },
    ],
    [
      "list preview links",
      "GET /posts/secret/preview-links",
      ({ previews }, actor) => previews.list({ actor, slug: "secret" }),
    ],
    [
      "create a preview link",
      "POST /posts/secret/preview-links",
      ({ previews }, actor) => previews.create({ actor, slug: "secret" }),
      { expiresIn: "2h" },
    ],
    [
      "revoke a preview link",
      "DELETE /posts/hello/preview-links/{previewLinkId}",
      ({ previews }, actor, { previewLinkId: id }) => previews.revoke({ actor, slug: hello, id }),
    ],
    ["list redirects", "GET /redirects", ({ redirects }, actor) => redirects.list(actor)],
    [
      "add a redirect",
      "POST /redirects",
      ({ redirects }, actor) => redirects.add(actor, { from: "old", slug: hello }),
      { from: "old", slug: hello },
    ],
    [
      "remove a redirect",
      "DELETE /redirects?from=/earlier",
      ({ redirects }, actor) => redirects.remove({ actor, from: "/earlier" }),
    ],
  ]),
  ...needing("media:write", [
    ["list files", "GET /media", ({ media }, actor) => media.list(actor)],
    [
      "upload a file",
      "POST /media?name=new.svg",
      ({ media }, actor) => media.upload(actor, drawing(2), { name: "new.svg" }),
      drawingText(3),
    ],
    [
      "show a file",
      "GET /media/{mediaHash}",
      ({ media }, actor, { mediaHash }) => media.get(actor, mediaHash),
    ],
    [
      "update a file",
      "PATCH /media/{mediaHash}",
      ({ media }, actor, { mediaHash }) => media.update(actor, mediaHash, { alt: "A" }),
      { alt: "A" },
    ],
    [
      "list the uses of a file",
      "GET /media/{mediaHash}/uses",
      ({ media }, actor, { mediaHash }) => media.usesOf(actor, mediaHash),
    ],
    [
      "delete a file",
      "DELETE /media/{mediaHash}",
      ({ media }, actor, { mediaHash }) => media.delete(actor, mediaHash),
    ],
  ]),
  ...needing("knowledge:write", [
    ["list texts", "GET /knowledge-base", ({ knowledgeBase }, actor) => knowledgeBase.list(actor)],
    [
      "add a text",
      "POST /knowledge-base",
      ({ knowledgeBase }, actor) => knowledgeBase.add(actor, { text: "new" }),
      { text: "new" },
    ],
    [
      "show a text",
      "GET /knowledge-base/{textId}",
      ({ knowledgeBase }, actor, { textId: id }) => knowledgeBase.get({ actor, id }),
    ],
    [
      "put a text",
      "PUT /knowledge-base/{textId}",
      ({ knowledgeBase }, actor, { textId: id }) => knowledgeBase.put({ actor, id }, { text: "new" }),
      { text: "new" },
    ],
    [
      "delete a text",
      "DELETE /knowledge-base/{textId}",
      ({ knowledgeBase }, actor, { textId: id }) => knowledgeBase.delete({ actor, id }),
    ],
  ]),
  ...needing("keys:manage", [
    ["list keys", "GET /api-keys", ({ apiKeys }, actor) => apiKeys.list(actor)],
    ["show a key", "GET /api-keys/{keyId}", ({ apiKeys }, actor, { keyId }) => apiKeys.get({ actor, keyId })],
    [
      "generate a key",
      "POST /api-keys",
      ({ apiKeys }, actor) => apiKeys.generate(actor, { name: "CI", expiresIn: "30d" }),
      { name: "CI", expiresIn: "30d" },
    ],
    [
      "change the networks of a key",
      "PATCH /api-keys/{keyId}",
      ({ apiKeys }, actor, { keyId }) => apiKeys.update({ actor, keyId }, { networks }),
      { networks },
    ],
    [
      "roll a key of one's own",
      "POST /api-keys/{ownKeyId}/roll",
      ({ apiKeys }, actor, { ownKeyId: keyId }) => apiKeys.roll({ actor, keyId }),
    ],
    [
      "revoke a key",
      "POST /api-keys/{keyId}/revoke",
      ({ apiKeys }, actor, { keyId }) => apiKeys.revoke({ actor, keyId }),
    ],
    ["tell the usage", "GET /usage", ({ apiKeys }, actor) => apiKeys.usage(actor)],
    [
      "tell the insight of a key",
      "GET /api-keys/{keyId}/insight",
      ({ insight }, actor, { keyId }) => insight.ofKey({ actor, keyId }),
    ],
    ["list the audit", "GET /audit", ({ organization }, actor) => organization.audit(actor)],
  ]),
  ...needing("webhooks:manage", [
    ["list webhooks", "GET /webhooks", ({ webhooks }, actor) => webhooks.list(actor)],
    ["create a webhook", "POST /webhooks", ({ webhooks }, actor) => webhooks.create(actor, webhook), webhook],
    [
      "show a webhook",
      "GET /webhooks/{webhookId}",
      ({ webhooks }, actor, { webhookId }) => webhooks.get({ actor, webhookId }),
    ],
    [
      "change a webhook",
      "PATCH /webhooks/{webhookId}",
      ({ webhooks }, actor, { webhookId }) => webhooks.update({ actor, webhookId }, { tags: ["a"] }),
      { tags: ["a"] },
    ],
    [
      "roll the secret of a webhook",
      "POST /webhooks/{webhookId}/roll",
      ({ webhooks }, actor, { webhookId }) => webhooks.rollSecret({ actor, webhookId }),
    ],
    ...(["pause", "resume", "test"] as const).map((act): Row => [
      `${act} a webhook`,
      `POST /webhooks/{webhookId}/${act}`,
      ({ webhooks }, actor, { webhookId }) => webhooks[act]({ actor, webhookId }),
    ]),
    [
      "list the abandoned events of a webhook",
      "GET /webhooks/{webhookId}/abandoned",
      ({ webhooks }, actor, { webhookId }) => webhooks.abandoned({ actor, webhookId }),
    ],
    [
      "deliver the abandoned events of a webhook again",
      "POST /webhooks/{webhookId}/abandoned/redeliver",
      ({ webhooks }, actor, { webhookId }) => webhooks.redeliverAbandoned({ actor, webhookId }),
    ],
    [
      "list the deliveries of a webhook",
      "GET /webhooks/{webhookId}/deliveries",
      ({ webhooks }, actor, { webhookId }) => webhooks.deliveries({ actor, webhookId }),
    ],
    [
      "deliver an event again",
      "POST /webhooks/{webhookId}/deliveries/1/redeliver",
      ({ webhooks }, actor, { webhookId }) => webhooks.redeliver({ actor, webhookId }, 1),
    ],
    [
      "delete a webhook",
      "DELETE /webhooks/{webhookId}",
      ({ webhooks }, actor, { webhookId }) => webhooks.delete({ actor, webhookId }),
    ],
  ]),
  ...needing("members:manage", [
    ["list members", "GET /members", ({ members }, actor) => members.list(actor)],
    [
      "add a member of a name",
      "POST /members",
      ({ members }, actor) => members.add(actor, { name: "Bob", role: "author" }),
      { name: "Bob", role: "author" },
    ],
    [
      "invite an address",
      "POST /members",
      ({ members }, actor) => members.add(actor, { email: "eve@other.example", role: "author" }),
      { email: "eve@other.example", role: "author" },
    ],
    ["list invitations", "GET /invitations", ({ members }, actor) => members.listInvitations(actor)],
    [
      "revoke an invitation",
      "DELETE /invitations/{invitationId}",
      ({ members }, actor, { invitationId: id }) => members.revokeInvitation({ actor, id }),
    ],
    [
      "get a member",
      "GET /members/{viewerId}",
      ({ members }, actor, { viewerId: userId }) => members.get({ actor, userId }),
    ],
    [
      "list the records about a user",
      "GET /members/{viewerId}/records",
      ({ members }, actor, { viewerId: userId }) => members.listRecords({ actor, userId }),
    ],
    [
      "change a member's role",
      "PATCH /members/{viewerId}",
      ({ members }, actor, { viewerId: userId }) => members.changeRole({ actor, userId }, "editor"),
      { role: "editor" },
    ],
    [
      "remove a member",
      "DELETE /members/{viewerId}",
      ({ members }, actor, { viewerId: userId }) => members.remove({ actor, userId }),
    ],
    [
      "update the organization",
      "PATCH /organization",
      ({ organization }, actor) => organization.update(actor, { section: "News" }),
      { section: "News" },
    ],
  ]),
];
