/** Literal values of an object of a configuration: texts and booleans. Other values are computed, so they are not read. */
export interface ConfigObject {
  /** The name before the object, such as `docs` in `docs: { path: "a" }`. Empty for the whole file. */
  name: string;
  values: Map<string, string | boolean>;
}

/** Longest value that is read. */
const maxValueLength = 2000;
/** Maximum number of objects that are read. */
const maxObjects = 2000;

/**
 * Reads the literal values of the objects of a configuration in JavaScript or TypeScript, without running it. Declarations such as
 * `const base = "/docs/"` count as values of the whole file.
 */
export function scriptLiterals(text: string): ConfigObject[] {
  const objects: ConfigObject[] = [newObject("")];
  const open: ConfigObject[] = [...objects];
  // The last words before the present one.
  let [last, key, separator] = ["", "", ""];
  for (const found of scriptWords(text)) {
    if (found === "{") {
      const object = newObject(separator === ":" ? key : "");
      if (objects.length < maxObjects) objects.push(object);
      open.push(object);
    } else if (found === "}" && open.length > 1) open.pop();
    else if (found === ":" || found === "=") [key, separator] = [last, found];
    const value = separator === "" || found === separator ? undefined : literalOf(found);
    if (value !== undefined && key !== "") open.at(-1)?.values.set(key, value);
    // `docs: [` and `docs: ({` name the object that follows.
    if (found !== ":" && found !== "=" && !/^[([]$/.test(found)) separator = "";
    last = /^["'\w$]/.test(found) ? found.replace(/^["']|["']$/g, "") : "";
  }
  return objects;
}

/** Yields the texts, names and signs of JavaScript, without comments. Ends at a comment or template that does not end. */
function* scriptWords(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = endOfWord(text, at);
    if (end < 0) return;
    const found = text.slice(at, end);
    if (!/^(?:\s|\/[/*])/.test(found)) yield found;
    at = end;
  }
}

const name = /[\w$]+/y;

function endOfWord(text: string, at: number): number {
  const character = text.charAt(at);
  if (text.startsWith("//", at)) return endOrAll(text, text.indexOf("\n", at));
  if (text.startsWith("/*", at)) {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? -1 : end + 2;
  }
  if (/["'`]/.test(character)) return endOfText(text, at, character);
  name.lastIndex = at;
  return name.test(text) ? name.lastIndex : at + 1;
}

function endOrAll({ length }: string, end: number): number {
  return end < 0 ? length : end;
}

/** Returns the position after a text in quotes. Only a template can have several lines. */
function endOfText(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === quote || (character === "\n" && quote !== "`")) return at + 1;
  }
  return quote === "`" ? -1 : text.length;
}

/** Reads the literal values of the lines of a configuration in YAML, TOML or Python. `[name]` begins an object. */
export function lineLiterals(text: string): ConfigObject[] {
  const objects: ConfigObject[] = [newObject("")];
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\[([\w.-]{1,100})\]/.exec(line) ?? [];
    if (section !== undefined && objects.length < maxObjects) objects.push(newObject(section));
    const [, key = "", rest = ""] =
      /^([A-Za-z_][\w-]{0,100})[ \t]{0,9}[:=][ \t]{0,9}(\S.*)$/.exec(line) ?? [];
    const [quoted] = /^(?:"[^"]*"|'[^']*')/.exec(rest) ?? [];
    const bare = rest.replace(/\s#.*$/s, "").trim();
    const value = literalOf(quoted ?? bare) ?? (/^[\w./:-]+$/.test(bare) ? bare : undefined);
    if (key !== "" && value !== undefined) objects.at(-1)?.values.set(key, value);
  }
  return objects;
}

function newObject(name: string): ConfigObject {
  return { name, values: new Map() };
}

function literalOf(found: string): string | boolean | undefined {
  if (/^(?:true|True)$/.test(found)) return true;
  if (/^(?:false|False)$/.test(found)) return false;
  const isText = /^["'`]/.test(found) && found.length <= maxValueLength && !found.includes("${");
  return isText ? found.slice(1, -1) : undefined;
}

/**
 * Returns the first value with a key, or undefined.
 *
 * @param object name of the object that has the key. Default: any object
 */
export function valueIn(
  objects: readonly ConfigObject[],
  key: string,
  object?: string,
): string | boolean | undefined {
  const found = objects.find(({ name, values }) => (object ?? name) === name && values.has(key));
  return found?.values.get(key);
}
