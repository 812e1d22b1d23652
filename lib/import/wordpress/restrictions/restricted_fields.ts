import type { Audience } from "../../values/audience.ts";
import { childrenOf, childText, type XmlElement } from "../../markup/xml_records.ts";
import { metaOf } from "../meta_of.ts";

/** A custom field by which a plugin shows a post only to some readers. */
interface Row {
  plugin: string;
  key: RegExp;
  /** Values of restricted posts. Default: all but {@link publicValue}. */
  restricts?: RegExp;
}

const publicValue =
  /^(?:|0|no|off|false|none|null|all|everyone|everybody|public|default|unrestricted|a:0:\{\}|b:0;|s:0:"";|a:1:\{i:0;s:\d+:"(?:|all)";\})$/i;

const rows: readonly Row[] = [
  { plugin: "Jetpack", key: /^_jetpack_newsletter_access$/ },
  { plugin: "Members", key: /^_members_access_(?:role|all_logged_in)$/ },
  { plugin: "Restrict Content Pro", key: /^(?:rcp_(?:subscription|access|user)_level|_is_paid)$/ },
  {
    plugin: "Paid Member Subscriptions",
    key: /^(?:pms|wppb)-content-restrict-(?:user-status|(?:all-)?subscription-plans?)$/,
  },
  {
    plugin: "Ultimate Member",
    key: /^um_content_restriction$/,
    restricts: /^(?=.*"_um_custom_access_settings";(?:b:1|i:1|s:1:"1")).*"_um_accessible";(?:i:2|s:1:"2")/s,
  },
  { plugin: "Ultimate Member", key: /^_um_accessible$/, restricts: /^2$/ },
  { plugin: "LifterLMS", key: /^_llms_is_restricted$/ },
  { plugin: "WP-Members", key: /^_wpmem_block$/ },
  {
    plugin: "Leaky Paywall",
    key: /^_issuem_leaky_paywall_visibility$/,
    restricts: /"visibility_type";s:\d+:"only"/,
  },
  { plugin: "Patreon", key: /^patreon-level$/ },
  { plugin: "Memberful", key: /^memberful_(?:acl|viewable_by_any_registered_users)$/ },
  { plugin: "Groups", key: /^groups-(?:read|groups_read_post)$/ },
  { plugin: "ARMember", key: /^arm_access_plan$/ },
  { plugin: "Simple Membership", key: /^_swpm_protected$/ },
  { plugin: "Passster", key: /^passster_activate_protection$/ },
  // Other plugins, by the names that such fields usually have.
  {
    plugin: "a plugin",
    key: /^_*(?:[a-z0-9]{1,20}[_-])?(?:members?[_-]?only|paywall(?:ed)?|is[_-](?:restricted|protected|private|premium|locked)|(?:content[_-])?restrict(?:ed|ions?)?(?:[_-](?:to|access|content|roles?|levels?))?|(?:required|allowed)[_-](?:roles?|levels?|memberships?)|access[_-](?:levels?|roles?|plans?)|password[_-]protected)$/i,
  },
];

/** Actions of PublishPress Future that remove a post from the site. */
const removals = /^(?:draft|private|delete|trash|change-status)$/;

/** Reads the custom fields that say who reads a post, and until when. */
export function readAudienceFields(record: XmlElement, audience: Audience, now: number): void {
  for (const meta of childrenOf(record, "wp:postmeta")) {
    const key = childText(meta, "wp:meta_key") ?? "";
    const value = childText(meta, "wp:meta_value") ?? "";
    const row = rows.find((candidate) => candidate.key.test(key));
    if (row === undefined || publicValue.test(value) || row.restricts?.test(value) === false) continue;
    audience.restrict(`is only for some readers by the field ${key.slice(0, 100)} of ${row.plugin}`);
  }
  const expiry = Number(metaOf(record, "_expiration-date"));
  const isActive = metaOf(record, "_expiration-date-status") === "saved";
  if (!isActive || !removals.test(metaOf(record, "_expiration-date-type") ?? "draft")) return;
  if (expiry > 0 && expiry < 8.64e12) audience.expire(new Date(expiry * 1000).toISOString(), now);
}
