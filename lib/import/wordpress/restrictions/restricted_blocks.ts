import { mappingOf } from "../../site_config/config_values.ts";
import { restrictsByName } from "../../../content/mod.ts";

type Data = Readonly<Record<string, unknown>>;

/** Blocks after which the rest of the post is only for subscribers. */
const paywalls: ReadonlySet<string> = new Set(["jetpack/paywall"]);
const viewports = ["mobile", "tablet", "desktop"];

/** Attributes of plugins that decide about readers, and values that name some readers. */
const conditionAttribute =
  /"[\w-]{0,60}(?:visibility|restrict|conditions?|access|permission|display_?to|who_?can)[\w-]{0,60}":/i;
const someReaders =
  /logged[_-]?in|user[_-]?role|\broles?"|members?\b|subscribe|"(?:private|paid|premium|enrolled)/i;
const publicReaders = /not[_-]?logged|logged[_-]?out|non[_-]?members?|not[_-]?enrolled/i;

/** True for a block that ends the part of the post that everybody reads. */
export function isPaywall(name: string): boolean {
  return paywalls.has(name);
}

/**
 * True if WordPress or a plugin shows a block only to some readers, or to nobody.
 *
 * @param comment the comment that opens the block, with its attributes in JSON
 */
export function isRestrictedBlock(name: string, comment: string): boolean {
  const attributes = blockAttributes(comment);
  if (isHidden(attributes)) return true;
  if (restrictsByName(name.split("/").at(-1) ?? "")) return !isInverted(attributes);
  return isRestrictedByPlugin(attributes) || isForSome(comment);
}

/** Returns the attributes in the comment of a block. */
export function blockAttributes(comment: string): Data {
  const start = comment.indexOf("{");
  if (start < 0) return {};
  try {
    const found: unknown = JSON.parse(comment.slice(start, comment.lastIndexOf("}") + 1));
    return mappingOf(found);
  } catch {
    return {};
  }
}

/** True for a block that WordPress itself shows nobody. */
function isHidden({ metadata }: Data): boolean {
  const { blockVisibility } = mappingOf(metadata);
  if (blockVisibility === false) return true;
  const { viewport } = mappingOf(blockVisibility);
  const shown = mappingOf(viewport ?? blockVisibility);
  return viewports.every((name) => shown[name] === false);
}

/** True for a block of Paid Memberships Pro for readers without a membership. */
function isInverted({ levels, invert_restrictions }: Data): boolean {
  const isForVisitors =
    Array.isArray(levels) && levels.length > 0 && levels.every((level) => Number(level) <= 0);
  return isForVisitors || invert_restrictions === true || Number(invert_restrictions) === 1;
}

function isRestrictedByPlugin(attributes: Data): boolean {
  const { um_is_restrict, um_who_access, llms_visibility } = attributes;
  const { enabled } = mappingOf(attributes["contentControls"]);
  const { hideBlock } = mappingOf(attributes["blockVisibility"]);
  const plans = mappingOf(attributes["pmsContentRestriction"] ?? attributes["wppbContentRestriction"]);
  const { display_to, subscriptionPlans, loggedIn } = plans;
  return (
    (um_is_restrict === true && Number(um_who_access) === 1) ||
    (typeof llms_visibility === "string" && !/^(?:all|logged_out|not_enrolled)?$/.test(llms_visibility)) ||
    (enabled === true &&
      !publicReaders.test(
        String(mappingOf(mappingOf(mappingOf(attributes["contentControls"])["rules"])["user"])["userStatus"]),
      )) ||
    hideBlock === true ||
    display_to === "" ||
    loggedIn === true ||
    (Array.isArray(subscriptionPlans) && subscriptionPlans.length > 0)
  );
}

/** True if an attribute for the visibility of a block names some readers. */
function isForSome(comment: string): boolean {
  const [found] = conditionAttribute.exec(comment) ?? [];
  if (found === undefined) return false;
  const values = comment.slice(comment.indexOf(found));
  return someReaders.test(values) && !publicReaders.test(values);
}
