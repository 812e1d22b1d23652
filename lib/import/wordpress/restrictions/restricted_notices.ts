import type { Audience } from "../../values/audience.ts";

/** Classes of the notice that a plugin shows visitors in place of content. */
const notices: readonly (readonly [plugin: string, className: string])[] = [
  ["Jetpack", "jetpack-subscribe-paywall"],
  ["MemberPress", "mepr-unauthorized-message"],
  ["Members", "members-access-error"],
  ["Paid Memberships Pro", "pmpro_content_message"],
  ["WooCommerce Memberships", "wc-memberships-restriction-message"],
];

/** Finds the notices in the HTML that WordPress shows visitors. Their posts have more content for some readers. */
export function readNotices(html: string, audience: Audience): void {
  for (const [plugin, className] of notices) {
    if (!html.includes(className)) continue;
    // An escaped tag is code in the text of the post.
    const tag = new RegExp(`<[a-z]{1,10}\\s[^<>]{0,500}${className}`);
    if (tag.test(html)) audience.restrict(`shows visitors a notice of ${plugin} in place of content`);
  }
}
