import { audienceNames } from "../../../content/mod.ts";
import { Audience } from "../../values/audience.ts";
import { mappingOf } from "../../site_config/config_values.ts";
import { textValue } from "../text_value.ts";
import { toInstant } from "../../values/to_instant.ts";

type Data = Readonly<Record<string, unknown>>;

/** Names that keep a page back, and the values that do. */
interface Row {
  names: readonly string[];
  restricts: (value: unknown) => boolean;
}

const openWords =
  /^(?:public|open|everyone|everybody|all|any|anyone|anybody|free|world|anonymous|guests?|default|published|visible|listed|open[ _-]?access)$/i;
const closedWords =
  /^(?:private|protected|password|secret|hidden|unlisted|internal|confidential|restricted|members?|subscribers?|paid|premium|patrons?|supporters?|staff|team|admins?|nobody|none|trash(?:ed)?|deleted|auto-draft|(?:members?|subscribers?|paid|logged)[ _-](?:only|in))$/i;

const rows: readonly Row[] = [
  { names: audienceNames.set, restricts: isSet },
  {
    names: audienceNames.on,
    // A number other than 1 is a count.
    restricts: (value) => isOn(value) && (typeof value !== "number" || value === 1),
  },
  { names: audienceNames.removed, restricts: isOn },
  { names: audienceNames.off, restricts: isOff },
  { names: audienceNames.closed, restricts: (value) => !isOpen(value) },
  { names: audienceNames.worded, restricts: (value) => isClosedWord(textValue(value)) },
  {
    names: audienceNames.state,
    restricts: (value) => /^draft$/i.test(textValue(value) ?? "") || isClosedWord(textValue(value)),
  },
];

const rowOfName: ReadonlyMap<string, Row> = new Map(
  rows.flatMap((row) => row.names.map((name): [string, Row] => [name, row])),
);

/** Mappings for the names of themes: `params` in Hugo, `extra` in Zola. */
const themeMappings: ReadonlySet<string> = new Set(audienceNames.theme);
const expiryNames: ReadonlySet<string> = new Set(audienceNames.expiry);

/** Reads from front matter who reads a page, and until when. Names count in any case, because Hugo reads them so. */
export function audienceOf(data: Data, now: number): Audience {
  const audience = new Audience();
  readNames(data, audience);
  for (const [name, value] of Object.entries(data)) {
    const plain = plainName(name);
    if (themeMappings.has(plain)) readNames(mappingOf(value), audience);
    if (plain === "build") readBuild(mappingOf(value), audience);
    if (isSet(mappingOf(value)["password"]))
      audience.restrict(`has a password by ${quoted(name)} in its front matter`);
    const expiry = expiryNames.has(plain) ? toInstant(value) : undefined;
    // The year 1 is Go's time without a value.
    if (expiry?.startsWith("0001-") === true) continue;
    if (expiry !== undefined) audience.expire(expiry, now);
    else if (expiryNames.has(plain) && isSet(value) && !/^never$/i.test(textValue(value) ?? "")) {
      audience.restrict(`expires at a time that cannot be read, by ${quoted(name)} in its front matter`);
    }
  }
  return audience;
}

/** True for a value that is true in a generator: Hugo also reads texts and numbers, and YAML 1.1 has more words. */
export function isOn(value: unknown): boolean {
  if (typeof value === "string") return /^\s*(?:true|t|yes|y|on|1)\s*$/i.test(value);
  return (
    value === true ||
    (typeof value === "number" && value !== 0) ||
    (typeof value === "bigint" && value !== 0n)
  );
}

/** True for a value that is false in a generator. A value that is missing or empty is not. */
export function isOff(value: unknown): boolean {
  if (typeof value === "string") return /^\s*(?:false|f|no|n|off|none|0)\s*$/i.test(value);
  return value === false || value === 0 || value === 0n;
}

/** True for a value that is neither missing, empty nor false. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || isOff(value)) return false;
  if (typeof value === "string") return value.trim() !== "";
  return typeof value !== "object" || value instanceof Date || Object.keys(value).length > 0;
}

/** True for a word that names readers other than everybody. */
export function isClosedWord(word = ""): boolean {
  return closedWords.test(word);
}

/** True for the names of readers that include everybody. */
export function isOpen(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || (value as unknown[]).some((one) => isOpen(one));
  if (value === undefined || value === null || isOn(value)) return true;
  if (typeof value === "object")
    return Object.values(value).every((one) => typeof one === "string" && isOpen(one));
  const text = textValue(value);
  return text === undefined ? value === "" : openWords.test(text);
}

function readNames(data: Data, audience: Audience): void {
  for (const [name, value] of Object.entries(data)) {
    if (rowOfName.get(plainName(name))?.restricts(value) === true) {
      audience.restrict(`is not for everybody by ${quoted(name)} in its front matter`);
    }
  }
}

/** Reads `build` of Hugo: a page that is not rendered has no address, and one that is not listed is hidden. */
function readBuild(build: Data, audience: Audience): void {
  for (const [name, value] of Object.entries(build)) {
    const plain = plainName(name);
    const isNever = isOff(value) || /^never$/i.test(textValue(value) ?? "");
    const isLink = plain === "render" && /^link$/i.test(textValue(value) ?? "");
    if ((plain === "render" || plain === "list") && (isNever || isLink)) {
      audience.restrict(`is not for everybody by ${quoted(`build.${name}`)} in its front matter`);
    }
  }
}

/** True for a name that can restrict the readers of a page. A list is no truth value, such as `hide: [toc]`. */
export function isAudienceName(name: string, value: unknown): boolean {
  const plain = plainName(name);
  const isOther = Array.isArray(value) && audienceNames.on.includes(plain);
  return !isOther && (rowOfName.has(plain) || expiryNames.has(plain) || plain === "build");
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
