/** What a page says of the form that led to it. Only these words can be asked for by a link. */
const notices = {
  "key-revoked": "The key is revoked: it is refused from now on.",
  "key-made-already":
    "This form was sent before. If it made a key then, its value was shown then, and not again. Nothing was made now.",
  "member-created": "A new user was created, who is a member now.",
  invited: "The invitation is pending. Send the link on this page to the invited person.",
  "member-added-already": "This form was sent before. Nothing was added now.",
  "invitation-revoked": "The invitation was revoked.",
  joined: "You accepted the invitation, and are a member now.",
  "role-changed": "The role was changed.",
  "member-removed": "The member was removed, and their keys in this organization are refused.",
  "organization-saved": "The settings were saved.",
  "text-added": "The text was added.",
  "text-deleted": "The text was deleted.",
  "post-created": "The post was created.",
  "post-saved": "The post was saved.",
  "post-published": "The post is published.",
  "post-scheduled": "The post is scheduled.",
  "post-archived": "The post is archived: the public sees it no more.",
  "post-restored": "The content of the revision was brought back, as a new revision.",
  "post-deleted": "The post was deleted.",
} as const;

/** The name of a notice. */
export type NoticeName = keyof typeof notices;

/** The words of a notice, or undefined when there is none of the name. */
export function noticeOf(name: string | null): string | undefined {
  return name !== null && Object.hasOwn(notices, name) ? notices[name as NoticeName] : undefined;
}
