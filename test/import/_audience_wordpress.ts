import { readWordPress } from "../../lib/import/mod.ts";
import { type AudienceRow, hidden, type Items, options, shown } from "./_audience.ts";
import { sourceOf } from "./_import.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";

interface Post {
  content?: string;
  status?: string;
  password?: string;
  fields?: Record<string, string>;
  others?: string[];
}

/** Reads an export with a post. */
export function wordpress({
  content = shown,
  status = "publish",
  password = "",
  fields = {},
  others = [],
}: Post): Items {
  const post = withPassword(
    wordpressItem({ id: 1, title: "Post", slug: "post", content, status, more: fieldsOf(fields) }),
    password,
  );
  const whole = [...wordpressExport({ posts: 0 })].join("");
  const text = whole.replace("</channel>", () => `${others.join("")}${post}</channel>`);
  return readWordPress(sourceOf(text), options);
}

const withPassword = (item: string, password: string): string =>
  item.replace("<wp:post_password><![CDATA[", `<wp:post_password><![CDATA[${password}`);

function fieldsOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    .join("");
}

const block = (name: string, attributes = "", content = hidden): string =>
  `<!-- wp:${name} ${attributes && `${attributes} `}-->${content}<!-- /wp:${name} -->`;
const paragraph = (attributes: string): string => block("paragraph", attributes);

const pattern = (status: string, { content = hidden, password = "", id = 9 } = {}): string =>
  withPassword(
    wordpressItem({ id, title: "P", slug: `p${id}`, type: "wp_block", status, content }),
    password,
  );
const withPattern = (...others: string[]): Items =>
  wordpress({ content: `${block("paragraph", "", shown)}<!-- wp:block {"ref":9} /-->`, others });

const rule = (type: string, content: string): string =>
  wordpressItem({
    id: 50,
    slug: "rule",
    type: "memberpressrule",
    more: fieldsOf({ _mepr_rules_type: type, _mepr_rules_content: content }),
  });

const um = (accessible: string): string =>
  `a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"${accessible}";}`;

/** Posts of WordPress. */
export const wordpressPosts: AudienceRow[] = [
  ["status private", "restricted", wordpress({ status: "private" })],
  ["a password", "restricted", wordpress({ password: "x" })],
  ["a draft", "draft", wordpress({ status: "draft" })],
  ["a pending post", "draft", wordpress({ status: "pending" })],
  [
    "an expired post",
    "expired",
    wordpress({ fields: { "_expiration-date": "946684800", "_expiration-date-status": "saved" } }),
  ],
  [
    "a post that expires",
    "will-expire",
    wordpress({ fields: { "_expiration-date": "4000000000", "_expiration-date-status": "saved" } }),
  ],
  ["a rule for the post", "restricted", wordpress({ others: [rule("single_post", "7,1")] })],
  ["a rule for all posts", "restricted", wordpress({ others: [rule("all_post", "")] })],
  ["a rule for another post", "open", wordpress({ others: [rule("single_post", "11")] })],
  ...(
    [
      ["_jetpack_newsletter_access", "subscribers"],
      ["_jetpack_newsletter_access", "paid_subscribers_all_tiers"],
      ["_members_access_role", "editor"],
      ["rcp_subscription_level", "any"],
      ["rcp_user_level", "Subscriber"],
      ["pms-content-restrict-user-status", "loggedin"],
      ["pms-content-restrict-subscription-plan", "12"],
      ["um_content_restriction", um("2")],
      ["_llms_is_restricted", "yes"],
      ["_wpmem_block", "1"],
      ["_wpmem_block", "2"],
      ["patreon-level", "5"],
      ["memberful_acl", 'a:1:{i:0;s:1:"7";}'],
      ["arm_access_plan", "3"],
      ["acme_members_only", "1"],
      ["required_role", "editor"],
    ] as const
  ).map(([key, value]): AudienceRow => [
    `the field ${key} ${value}`,
    "restricted",
    wordpress({ fields: { [key]: value } }),
  ]),
  ...(
    [
      ["_jetpack_newsletter_access", "everybody"],
      ["rcp_user_level", "All"],
      ["um_content_restriction", um("0")],
      ["_llms_is_restricted", "no"],
      ["_wpmem_block", "0"],
      ["_wc_memberships_force_public", "yes"],
      ["patreon-level", "0"],
    ] as const
  ).map(([key, value]): AudienceRow => [
    `the field ${key} ${value}`,
    "open",
    wordpress({ fields: { [key]: value } }),
  ]),
];

/** Parts of posts of WordPress. */
export const wordpressParts: AudienceRow[] = [
  ...["trash", "draft", "private", "pending", "future"].map((status): AudienceRow => [
    `a pattern with the status ${status}`,
    "part",
    withPattern(pattern(status)),
  ]),
  ["a pattern with a password", "part", withPattern(pattern("publish", { password: " " }))],
  [
    "a draft in a public pattern",
    "part",
    withPattern(pattern("publish", { content: '<!-- wp:block {"ref":8} /-->' }), pattern("draft", { id: 8 })),
  ],
  [
    "a hidden pattern",
    "part",
    wordpress({
      content: `${shown}<!-- wp:block {"ref":9,"metadata":{"blockVisibility":false}} /-->`,
      others: [pattern("publish")],
    }),
  ],
  ...[
    paragraph('{"metadata":{"blockVisibility":false}}'),
    block("group", '{"metadata":{"blockVisibility":false}}', `${block("group", "", hidden)}${hidden}`),
    `<!-- wp:group {"metadata":{"blockVisibility":false}} -->${hidden}`,
    paragraph(
      '{"metadata":{"blockVisibility":{"viewport":{"mobile":false,"tablet":false,"desktop":false}}}}',
    ),
    paragraph('{"metadata":{"blockVisibility":{"mobile":false,"tablet":false,"desktop":false}}}'),
    `<!-- wp:jetpack/paywall /-->${hidden}`,
    `${block("jetpack/paywall", "", "<div></div>")}${hidden}`,
    block("premium-content/container", "", block("premium-content/subscriber-view")),
    block("pmpro/membership", '{"levels":["1"]}'),
    block("woocommerce-memberships/member-content"),
    block("acme/restricted-content"),
    paragraph('{"llms_visibility":"enrolled"}'),
    paragraph('{"um_is_restrict":true,"um_who_access":"1"}'),
    paragraph('{"pmsContentRestriction":{"subscription_plans":["1"],"display_to":""}}'),
    paragraph('{"blockVisibility":{"hideBlock":true}}'),
    paragraph(
      '{"blockVisibility":{"controlSets":[{"id":1,"enable":true,"controls":{"userRole":{"visibilityByRole":"logged-in"}}}]}}',
    ),
    paragraph('{"contentControls":{"enabled":true,"rules":{"user":{"userStatus":"logged_in"}}}}'),
    `[membership level="1"]${hidden}[/membership]`,
    `[membership]a[membership level="2"]b[/membership]${hidden}[/membership]`,
    `[mepr-show if="rule:1"]${hidden}[/mepr-show]`,
    `[mepr-active membership="1"]${hidden}[/mepr-active]`,
    `[restrict userlevel="editor"]${hidden}[/restrict]`,
    `[wcm_restrict plans="gold"]${hidden}[/wcm_restrict]`,
    `[s2If current_user_can(access_s2member_level1)]${hidden}[/s2If]`,
    `[members_access role="editor"]${hidden}[/members_access]`,
    `[members_logged_in]${hidden}[/members_logged_in]`,
    `[private role="administrator"]${hidden}[/private]`,
    `[um_loggedin]${hidden}[/um_loggedin]`,
    `[pms-restrict subscription_plans="1"]${hidden}[/pms-restrict]`,
    `[groups_member group="Gold"]${hidden}[/groups_member]`,
    `[swpm_protected for="2"]${hidden}[/swpm_protected]`,
    `<!-- wp:shortcode -->[membership]<!-- /wp:shortcode -->${hidden}<!-- wp:shortcode -->[/membership]<!-- /wp:shortcode -->`,
  ].map((part): AudienceRow => [
    part.replaceAll(hidden, "…"),
    "part",
    wordpress({ content: `${shown}\n\n${part}` }),
  ]),
  ...[
    paragraph('{"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}}'),
    block("premium-content/logged-out-view"),
    block("woocommerce-memberships/non-member-content"),
    block("pmpro/membership", '{"levels":["0"]}'),
    paragraph('{"llms_visibility":"logged_out"}'),
    paragraph('{"um_is_restrict":true,"um_who_access":"2"}'),
    `[membership level="0,-1"]${hidden}[/membership]`,
    `[mepr-hide if="rule:1"]${hidden}[/mepr-hide]`,
    `[members_not_logged_in]${hidden}[/members_not_logged_in]`,
    `[s2If !is_user_logged_in()]${hidden}[/s2If]`,
    `[[membership]${hidden}[/membership]]`,
    `A [private] note. ${hidden}`,
  ].map((part): AudienceRow => [
    part.replaceAll(hidden, "…"),
    "open",
    wordpress({ content: `${shown}${part}` }),
  ]),
];
