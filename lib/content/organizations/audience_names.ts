/**
 * Names with which generators, themes and plugins keep a page back, in lower case without `-`, `_` and spaces. The groups differ by the values
 * that do so.
 */
export const audienceNames: Readonly<
  Record<
    "set" | "on" | "removed" | "off" | "closed" | "worded" | "state" | "expiry" | "theme",
    readonly string[]
  >
> = {
  /** With any value. */
  set: (
    "password passwd passphrase contentpassword passwordprotected protected isprotected encrypt encrypted private isprivate " +
    "secret confidential restricted isrestricted locked gated paywall paywalled membersonly memberonly subscribersonly " +
    "subscriberonly patronsonly supportersonly loginrequired requirelogin requireslogin authrequired requireauth " +
    "requiresauth unlisted isunlisted unpublished requiredrole requiredroles allowedroles allowedgroups allowedusers restrictedto"
  ).split(" "),
  /** With a value that is true. Other pages use these names for lists and texts. */
  on: "hidden ishidden hide internal members subscribers paid ispaid premium ispremium headless".split(" "),
  removed: ["deleted", "trashed"],
  off: "publish public ispublic listed islisted visible isvisible render routable".split(" "),
  /** With a value that is not open. */
  closed:
    "visibility access accesslevel accesscontrol contentaccess contenttier contentvisibility visibleto viewableby".split(
      " ",
    ),
  /** With a word such as `members`. */
  worded: ["status", "audience", "privacy", "tier", "membership"],
  state: ["state"],
  /** Times at which a page is removed. */
  expiry: "expirydate unpublishdate unpublishat expires expiresat expirationdate".split(" "),
  /** Mappings that have the names of themes: `params` in Hugo, `extra` in Zola. */
  theme: ["params", "extra"],
};
