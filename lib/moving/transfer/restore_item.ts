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
import { restoreFile } from "../../media/moved_media.ts";
import { type RestoreOutcome, type Store } from "../../store/mod.ts";
import { restoreInsight } from "../../store/daily_counts/mod.ts";
import { withNames } from "../../base/text/name.ts";
import { restoreWebhook } from "../../webhooks/mod.ts";
import type { ItemOf, TransferItem } from "./transfer_record.ts";

/** Writes a record of each type into a store. */
const restorers: {
  [Type in TransferItem["type"]]: (
    store: Store,
    item: ItemOf<Type>,
    options: RestorePostOptions,
  ) => Promise<RestoreOutcome | "left-out">;
} = {
  organization: (store, { organization }, options) => restoreOrganization(store, organization, options),
  post: (store, item, options) => restorePost(store, item.organizationSlug, item, options),
  redirect: (store, item, options) => restoreRedirect(store, item.organizationSlug, item.redirect, options),
  "preview-link": (store, item, options) => restorePreviewLink(store, item.organizationSlug, item, options),
  text: (store, item, options) => restoreText(store, item.organizationSlug, item.text, options),
  file: (store, item, options) =>
    restoreFile(store, item.organizationSlug, withNames(item.file, ["alt", "title"]), options),
  "missed-queries": (store, item, options) =>
    restoreMissedQueries(store, item.organizationSlug, item.day, options),
  insight: (store, item, options) => restoreInsight(store, item.organizationSlug, item.counts, options),
  audit: (store, item, options) => restoreAudit(store, item.organizationSlug, item.entry, options),
  "removed-key": restoreRemovedKey,
  usage: (store, { usage }, options) => restoreUsage(store, usage, options),
  key: async (store, { key: { hash, ...key } }, options) =>
    hash === undefined ? "left-out" : restoreKey(store, withNames({ ...key, hash }, ["name"]), options),
  member: (store, item, options) => restoreMember(store, item.organizationSlug, item.member, options),
  "saved-filters": (store, item, options) => {
    const filters = item.filters.map((filter) => withNames(filter, ["name"]));
    return restoreSavedFilters(store, { ...item, filters }, options);
  },
  invitation: (store, item, options) =>
    restoreInvitation(store, item.organizationSlug, withNames(item.invitation, ["name"]), options),
  webhook: (store, { webhook }, options) =>
    restoreWebhook(store, withNames(webhook, ["description", "sections", "tags"]), options),
  user: (store, { user }, options) => restoreUser(store, withNames(user, ["name"]), options),
  "user-audit": (store, item, options) => restoreUserAudit(store, item.userId, item.entry, options),
};

/** Writes one record into a store. Leaves out keys without a hash, and redirects from pages of posts, because they would not work. */
export async function restoreItem<Type extends TransferItem["type"]>(
  store: Store,
  item: ItemOf<Type> & { type: Type },
  options: RestorePostOptions,
): Promise<RestoreOutcome | "left-out"> {
  return restorers[item.type](store, item, options);
}
