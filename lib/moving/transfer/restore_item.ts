import {
  restoreAudit,
  restoreInvitation,
  restoreKey,
  restoreMember,
  restoreRemovedKey,
  restoreSavedFilters,
  restoreUsage,
  restoreUser,
  restoreUserAudit,
} from "../../access/mod.ts";
import {
  restoreMissedQueries,
  restoreOrganization,
  restorePost,
  type RestorePostOptions,
  restorePreviewLink,
  restoreRedirect,
  restoreText,
} from "../../content/mod.ts";
import { type RestoreOutcome, type Store } from "../../store/mod.ts";
import { restoreInsight } from "../../store/daily_counts/mod.ts";
import { withNames } from "../../base/text/name.ts";
import { restoreWebhook } from "../../webhooks/mod.ts";
import type { TransferItem } from "./transfer_record.ts";

/** Writes one record into a store. Leaves out keys without a hash, and redirects from pages of posts, because they would not work. */
export async function restoreItem(
  store: Store,
  item: TransferItem,
  options: RestorePostOptions,
): Promise<RestoreOutcome | "left-out"> {
  switch (item.type) {
    case "organization":
      return restoreOrganization(store, item.organization, options);
    case "post":
      return restorePost(store, item.organizationSlug, item, options);
    case "redirect":
      return restoreRedirect(store, item.organizationSlug, item.redirect, options);
    case "preview-link":
      return restorePreviewLink(store, item.organizationSlug, item, options);
    case "text":
      return restoreText(store, item.organizationSlug, item.text, options);
    case "missed-queries":
      return restoreMissedQueries(store, item.organizationSlug, item.day, options);
    case "insight":
      return restoreInsight(store, item.organizationSlug, item.counts, options);
    case "audit":
      return restoreAudit(store, item.organizationSlug, item.entry, options);
    case "removed-key":
      return restoreRemovedKey(store, item, options);
    case "usage":
      return restoreUsage(store, item.usage, options);
    case "key": {
      const { hash, ...key } = item.key;
      return hash === undefined
        ? "left-out"
        : restoreKey(store, withNames({ ...key, hash }, ["name"]), options);
    }
    case "member":
      return restoreMember(store, item.organizationSlug, item.member, options);
    case "saved-filters":
      return restoreSavedFilters(
        store,
        { ...item, filters: item.filters.map((filter) => withNames(filter, ["name"])) },
        options,
      );
    case "webhook":
      return restoreWebhook(store, withNames(item.webhook, ["description", "sections", "tags"]), options);
    case "invitation":
      return restoreInvitation(store, item.organizationSlug, withNames(item.invitation, ["name"]), options);
    case "user":
      return restoreUser(store, withNames(item.user, ["name"]), options);
    case "user-audit":
      break;
  }
  return restoreUserAudit(store, item.userId, item.entry, options);
}
