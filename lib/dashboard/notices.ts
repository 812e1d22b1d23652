/** Messages shown after a form succeeds. A link can select only these texts. */
const notices = {
  "key-revoked": "The key is revoked. Requests with it are refused from now on.",
  "key-made-already":
    "This form was already sent, so no key was created. The value of a key is shown only once, after the form is first sent.",
  "member-created": "A new user was created and is now a member.",
  invited: "The invitation is pending. Send the link on this page to the invited person.",
  "member-added-already": "This form was already sent, so nothing was added.",
  "invitation-revoked": "The invitation was revoked.",
  joined: "You accepted the invitation and are now a member.",
  "role-changed": "The role was changed.",
  "member-removed": "The member was removed. Their keys in this organization are refused.",
  "organization-saved": "The settings were saved.",
  "text-added": "The text was added.",
  "text-deleted": "The text was deleted.",
  "post-created": "The post was created.",
  "post-saved": "The post was saved.",
  "post-published": "The post is published.",
  "post-scheduled": "The post is scheduled.",
  "post-archived": "The post is archived and no longer public.",
  "post-restored": "The content of the revision was restored as a new revision.",
  "preview-link-made-already":
    "This form was already sent, so no link was created. A link is shown only once, after the form is first sent.",
  "preview-link-revoked": "The preview link is revoked. It shows nothing from now on.",
  "post-deleted": "The post was deleted.",
} as const;

/** The name of a notice. */
export type NoticeName = keyof typeof notices;

/** Returns the text of a notice, or undefined if the name is unknown. */
export function noticeOf(name: string | null): string | undefined {
  return name !== null && Object.hasOwn(notices, name) ? notices[name as NoticeName] : undefined;
}
