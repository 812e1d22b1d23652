import { html, type Html } from "../../base/text/html.ts";
import { message, toast } from "../design/components.ts";

/** Messages shown after a form succeeds. A link can select only these texts. */
const notices = {
  "key-revoked": "Revoked the key {name}. Requests with it are refused from now on.",
  "key-saved": "Saved the key {name}. Its settings apply to the next request.",
  "key-disabled": "Disabled the key {name}. Requests with it are refused until you enable it.",
  "key-enabled": "Enabled the key {name}. Requests with it are accepted again.",
  "assistant-disconnected": "Disconnected the assistant. Its requests are refused from now on.",
  "key-made-already":
    "This form was already sent, so no key was created. The value of a key is shown only once, after the form is first sent.",
  "member-created": "A new user was created and is now a member.",
  invited: "The invitation is pending. Send the link on this page to the invited person.",
  "member-added-already": "This form was already sent, so nothing was added.",
  "invitation-revoked": "The invitation was revoked.",
  joined: "You accepted the invitation and are now a member.",
  "role-changed": "The role was changed.",
  "member-removed": "The member was removed. Their keys in this organization are refused.",
  "setup-hidden": "The steps are hidden. The settings of the organization lead to them.",
  "organization-saved": "The settings were saved.",
  "synonym-added": "The synonym was added. Searches use it from now on.",
  "field-defined": "The field was defined.",
  "field-saved": "The field was saved.",
  "field-retired": "The field was retired. The posts keep its values.",
  "text-added": "The text was added.",
  "text-saved": "The text was saved.",
  "text-deleted": "The text was deleted.",
  "picture-added": "The file was uploaded. Describe it for people who cannot see it.",
  "picture-known": "The organization has this file already. This is its page.",
  "picture-saved": "The picture was saved.",
  "picture-deleted": "The picture was deleted.",
  "post-created": "The post was created.",
  "post-saved": "The post was saved.",
  "draft-saved": "The draft is saved.",
  "copy-saved": "Your changes are saved. Readers see them when you publish.",
  "copy-same": "There is nothing to save: the text is that of the post.",
  "copy-applied": "Your changes are part of the post. It is published at its time.",
  "copy-merged": "The result is saved. Read it once more, then publish it.",
  "copy-discarded": "The unpublished changes were discarded.",
  "post-published": "The post is published.",
  "post-scheduled": "The post is scheduled.",
  "post-unpublished": "The post is a draft and no longer public.",
  "post-archived": "The post is archived and no longer public.",
  "post-restored": "The text of the revision was restored.",
  "copy-restored":
    "The text of the revision is restored as unpublished changes. Readers see it when you publish it.",
  "post-submitted": "The text is submitted for review. You see the answer here and on the overview.",
  "submission-withdrawn": "The submission is withdrawn. The text is as it was.",
  "submission-sent-back": "The text is sent back to its writer, with your note.",
  "hidden-value-deleted": "The hidden value was deleted.",
  "preview-link-made-already":
    "This form was already sent, so no link was created. A link is shown only once, after the form is first sent.",
  "preview-link-revoked": "The preview link is revoked. It shows nothing from now on.",
  "post-deleted": "The post was deleted.",
  "filter-saved": "The filter was saved.",
  "filter-removed": "The saved filter was removed.",
  "address-added": "The address is proved. Sign-in links can be mailed to it.",
  "session-ended": "The session was ended. Its next request has to sign in again.",
  "session-ended-already": "That session has already ended.",
  "webhook-made-already":
    "This form was already sent, so no webhook was created. Its secret is shown only once, after the form is first sent.",
  "webhook-rolled-already":
    "This form was already sent, so the secret was not replaced again. A secret is shown only once, after the form is first sent.",
  "webhook-saved": "The settings of the webhook were saved.",
  "webhook-paused": "The webhook is paused. Its events wait for up to 7 days.",
  "webhook-resumed": "The webhook is enabled. The events that waited are delivered now.",
  "webhook-deleted": "The webhook was deleted. It receives no more events.",
  "webhook-tested": "The test event was delivered.",
  "webhook-redelivered": "The event was delivered.",
  "webhook-abandoned-redelivered":
    "The events are sent again, once each. Events that fail again return to this list.",
  "webhook-abandoned-none":
    "No event was sent again: none matches, or the filter of the webhook leaves them out.",
  "webhook-test-failed": "The test event was not delivered. The newest delivery on this page has the reason.",
  "webhook-redelivery-failed":
    "The event was not delivered. The newest delivery on this page has the reason.",
} as const;

export type NoticeName = keyof typeof notices;

/** A message about the result of a form. */
export interface Notice {
  text: Html;
  /** True if the form was accepted, but its action failed. */
  isFailure: boolean;
  /** True if the notice has a next step, so that it must stay on the page. */
  isLasting: boolean;
}

const lasting: ReadonlySet<string> = new Set<NoticeName>(["invited", "setup-hidden", "copy-merged"]);

/** Returns a notice, or undefined if the name is unknown. `subject` is the name of the changed resource, as it is stored. */
export function noticeOf(name: string | null, subject?: string): Notice | undefined {
  if (name === null || !Object.hasOwn(notices, name)) return undefined;
  return {
    text: withName(notices[name as NoticeName], subject),
    isFailure: name.endsWith("-failed"),
    isLasting: lasting.has(name) || name.endsWith("-already"),
  };
}

function withName(text: string, subject: string | undefined): Html {
  const [before = "", after] = text.split(" {name}");
  if (after === undefined) return html`${text}`;
  return html`${before}${subject !== undefined && html` <bdi>${subject}</bdi>`}${after}`;
}

/** Renders a notice: as a toast, or as a message in the page if it must stay. */
export function noticeView({ text, isFailure, isLasting }: Notice): Html {
  if (isFailure) return message("problem", text, "status");
  return isLasting ? message("note", text, "status") : toast({ text });
}
