import type { TransferItem } from "./transfer_record.ts";

/** Returns a short name for a record, without its content. */
export function describeItem(item: TransferItem): string {
  switch (item.type) {
    case "organization":
      return `the organization ${item.organization.slug}`;
    case "post":
      return `the post ${item.organizationSlug}/${item.post.slug}`;
    case "redirect":
      return `the redirect from ${item.redirect.from} of ${item.organizationSlug}`;
    case "preview-link":
      return `the preview link ${item.previewLink.id} of ${item.organizationSlug}`;
    case "text":
      return `the text ${item.text.id} of ${item.organizationSlug}`;
    case "missed-queries":
      return `the queries without results of ${item.organizationSlug} on ${item.day.date}`;
    case "insight":
      return `the counted requests of ${item.organizationSlug} on ${item.counts.date}`;
    case "audit":
      return `the audit entry ${item.entry.id} of ${item.organizationSlug}`;
    case "removed-key":
      return `the removed key ${item.keyId} of ${item.organizationSlug}`;
    case "usage":
      return `the use of the key ${item.usage.keyId} on ${item.usage.date}`;
    case "key":
      return `the key ${item.key.id} of ${item.organizationSlug}`;
    case "member":
      return `the member ${item.member.userId} of ${item.organizationSlug}`;
    case "saved-filters":
      return `the saved filters of ${item.userId} in ${item.organizationSlug}`;
    case "webhook":
      return `the webhook ${item.webhook.id} of ${item.organizationSlug}`;
    case "invitation":
      return `the invitation ${item.invitation.id} to ${item.organizationSlug}`;
    case "user":
      return `the user ${item.user.id}`;
    case "user-audit":
      break;
  }
  return `the audit entry ${item.entry.id} of the user ${item.userId}`;
}
