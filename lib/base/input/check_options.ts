import { echoed } from "../text/echoed.ts";
import { InvalidOptionError } from "./invalid_option_error.ts";
import { nearestWord } from "../text/nearest_word.ts";

/** The place of a value among the options of a public function. */
export interface Place {
  /** The action that fails, such as `create the API`. */
  action: string;
  /** The option's path, such as `cors.origins`; empty for the options as a whole. */
  option: string;
  /** Further allowed values, for the end of the rule: ` or false`. Default: none. */
  or?: string;
}

/** Checks one value and throws an {@link InvalidOptionError} if it is not allowed. */
export type Check = (value: unknown, place: Place) => void;

/** A check for each option. The compiler reports a missing or unknown name. */
export type Checks<Options> = { readonly [Name in keyof Options]-?: Check };

/** @throws {InvalidOptionError} with the option's name, rule and value */
export function refuse({ action, option, or = "" }: Place, rule: string, value: unknown): never {
  const name = option === "" ? "options" : option;
  throw new InvalidOptionError(action, option, `${name} must be ${rule}${or}, and is ${shownValue(value)}`);
}

/** Creates a check from a predicate and the rule that it tests. */
export function rule(allowed: string, isAllowed: (value: unknown) => boolean): Check {
  return (value, place) => {
    if (!isAllowed(value)) refuse(place, allowed, value);
  };
}

/** Creates a check for a text that fulfils a predicate. */
export function textRule(allowed: string, isAllowed: (text: string) => boolean): Check {
  return rule(allowed, (value) => typeof value === "string" && isAllowed(value));
}

/** Creates a check for a secret. The error does not show its value. */
export function secretRule(allowed: string, isAllowed: (text: string) => boolean): Check {
  return (value, { action, option }) => {
    if (typeof value === "string" && isAllowed(value)) return;
    throw new InvalidOptionError(
      action,
      option,
      `${option} must be ${allowed}, but the given ${typeof value} is not`,
    );
  };
}

/** Allows `true` and `false`. */
export const flag: Check = /* @__PURE__ */ rule("true or false", (value) => typeof value === "boolean");

/** Allows functions. */
export const callback: Check = rule("a function", (value) => typeof value === "function");

/** Creates a check for a whole number within a range. */
export function integer(least: number, most: number): Check {
  return rule(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  );
}

/** Creates a check for one of several texts. */
export function choice(...allowed: readonly string[]): Check {
  return rule(`one of ${allowed.join(", ")}`, (value) => allowed.includes(value as string));
}

/** Allows `false` in addition to the values that a check allows. */
export function orFalse(check: Check): Check {
  return (value, place) => {
    if (value !== false) check(value, { ...place, or: " or false" });
  };
}

/** Creates a check for an object with methods, own or inherited. */
export function methods(required: readonly string[], optional: readonly string[] = []): Check {
  return (value, place) => {
    const plural = required.length > 1 ? "methods" : "method";
    const allowed = `an object with the ${plural} ${required.join(", ")}`;
    if (!isObject(value) && typeof value !== "function") refuse(place, allowed, value);
    const holder = value as Record<string, unknown>;
    const missing = required.filter((name) => typeof holder[name] !== "function");
    const { action, option } = place;
    if (missing.length > 0) {
      throw new InvalidOptionError(
        action,
        option,
        `${option} must be ${allowed}, and lacks ${missing.join(", ")}`,
      );
    }
    for (const name of optional) {
      if (holder[name] !== undefined) callback(holder[name], { action, option: `${option}.${name}` });
    }
  };
}

/** Allows clocks. */
export const clockCheck: Check = /* @__PURE__ */ methods(["now"]);

/** Creates a check for an object of options. It rejects unknown names, and checks each value that is given or required. */
export function fields<Options extends object>(
  checks: Checks<Options>,
  required: readonly (keyof Options & string)[] = [],
): Check {
  return (value, place) => {
    if (!isObject(value) || Array.isArray(value)) refuse(place, "an object", value);
    checkNames(value, Object.keys(checks), place);
    for (const [name, check] of Object.entries<Check>(checks)) {
      const given = value[name];
      if (given === undefined && !(required as readonly string[]).includes(name)) continue;
      check(given, { action: place.action, option: pathOf(place, name) });
    }
  };
}

/**
 * Rejects unknown names, and suggests the nearest known name. Ignores names whose value is `undefined`. Instances of a class may have
 * other fields.
 */
function checkNames(given: object, known: readonly string[], place: Place): void {
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype !== null && prototype !== Object.prototype) return;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || known.includes(name)) continue;
    const nearest = nearestWord(name, known);
    const question = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
    const option = pathOf(place, name);
    const reason = `${option} is not a known option${question}; allowed are ${known.join(", ")}`;
    throw new InvalidOptionError(place.action, option, reason);
  }
}

function pathOf({ option }: Place, name: string): string {
  return option === "" ? echoed(name) : `${option}.${echoed(name)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Describes a value in a few words, for error messages. Hides the fields of objects, because they may be secrets. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shortened(value));
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) {
    const items = value.slice(0, 5).map((item) => (Array.isArray(item) ? "an array" : shownValue(item)));
    return `[${items.join(", ")}${value.length > 5 ? ", …" : ""}]`;
  }
  if (value instanceof Promise) return "a promise: await it";
  if (ArrayBuffer.isView(value)) return "bytes";
  return isObject(value) ? "an object" : String(value);
}

/** Removes user and password from a URL, and cuts a long text. */
function shortened(text: string): string {
  return echoed(text.replace(/\/\/[^@/]*@/, "//…@"));
}
