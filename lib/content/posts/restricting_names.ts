/** Names of shortcodes and blocks whose content plugins show only to some readers, in lower case with `_`. */
const names: ReadonlySet<string> = new Set(
  // Paid Memberships Pro, MemberPress, Restrict Content Pro
  (
    "membership pmpro_member pmpro_membership mepr_show mepr_active is_paid is_free is_active user_has_access " +
    // s2Member, Members, Ultimate Member, Groups, WooCommerce Memberships and Subscriptions
    "s2if s2_if members_access access is_user_logged_in um_loggedin um_show_content groups_member groups_can member_content " +
    "subscribers_content subscriber_view " +
    // Indeed Ultimate Membership Pro, MemberMouse, LearnDash, Memberful, Patreon, Passster, Password Protect WordPress
    "ihc_hide_block ihc_user_status mm_member_decision mm_access_decision student memberful patreon_content passster content_protector ppwp " +
    // WishList Member, Social Locker, Opt-In Panda
    "wlm_ismember sociallocker emaillocker signinlocker " +
    // Small plugins and themes
    "member members memberonly members_only membersonly login_required subscriber subscribers subscribers_only vip"
  ).split(" "),
);

const words =
  /(?:^|_)(?:restrict(?:ed|ion)?|protect(?:ed|ion)?|private|premium|paywall|loggedin|logged_in|(?:members?|subscribers?|paid)_?only)(?:_|$)/;
const negations =
  /(?:^|_)(?:not|non|no|hide_if|loggedout|logged_out|visitor|guest|nonmember|nonsubscribers)(?:_|$)/;

/** True if the name of a shortcode or block of WordPress says that its content is only for some readers. */
export function restrictsByName(name: string): boolean {
  return names.has(plain(name)) || restrictsByWord(name);
}

/** True if a word in a name says that the content is only for some readers. */
export function restrictsByWord(name: string): boolean {
  return words.test(plain(name)) && !negations.test(plain(name));
}

function plain(name: string): string {
  const separated = name.replace(/([a-z])(?=[A-Z])/g, "$1_").replace(/[-.:]/g, "_");
  return separated.toLowerCase().replace(/^_+/, "");
}
