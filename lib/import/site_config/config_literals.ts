/** Literal values of an object of a configuration: texts and booleans. */
export interface ConfigObject {
  /** The name before the object, such as `docs` in `docs: { path: "a" }`. Empty for the whole file. */
  name: string;
  values: Map<string, string | boolean>;
  /** Keys whose values are computed, so they are not read. One with a literal after `||` or `??` has that value. */
  computed: Set<string>;
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
  const reader = new ScriptReader();
  for (const found of scriptWords(text)) reader.take(found);
  return reader.objects;
}

class ScriptReader {
  readonly objects: ConfigObject[] = [newObject("")];
  readonly #open: ConfigObject[] = [...this.objects];
  #key = "";
  #separator = "";
  /** The place in a pair of key and value. */
  #state: "none" | "before-value" | "in-value" = "none";
  /** The word before the present one, and the signs after it. */
  #last = "";
  #signs = "";
  /** Number of `?` without their `:`. */
  #conditions = 0;

  take(found: string): void {
    if (found === "{") this.#begin();
    else if (found === "}") {
      if (this.#open.length > 1) this.#open.pop();
      this.#state = "none";
    } else if (found === ":" || found === "=") this.#separate(found);
    else if (/^["'`\w$]/.test(found)) this.#takeWord(found);
    else this.#takeSign(found);
  }

  get #values(): ConfigObject {
    return this.#open.at(-1) ?? newObject("");
  }

  #begin(): void {
    const isNamed = this.#state === "before-value" && this.#separator === ":";
    const object = newObject(isNamed ? this.#key : "");
    if (this.objects.length < maxObjects) this.objects.push(object);
    this.#open.push(object);
    this.#state = "none";
    this.#conditions = 0;
  }

  #separate(found: ":" | "="): void {
    if (this.#conditions > 0) {
      if (found === ":") this.#conditions--;
      this.#signs = "";
      return;
    }
    // The word between `:` and `=` is the type of a declaration.
    const isTyped = found === "=" && this.#separator === ":" && this.#state === "in-value";
    if (isTyped) this.#values.computed.delete(this.#key);
    else this.#key = this.#state === "before-value" ? "" : this.#last;
    this.#separator = found;
    this.#state = this.#key === "" ? "none" : "before-value";
    this.#signs = "";
  }

  #takeWord(found: string): void {
    if (this.#state === "before-value") this.#setValue(found);
    else if (this.#state === "in-value") {
      const fallback = literalOf(found);
      if (this.#signs === "") this.#state = "none";
      else if (this.#signs === "?") this.#conditions++;
      else if (/^(?:\|\||\?\?)$/.test(this.#signs) && fallback !== undefined)
        this.#values.values.set(this.#key, fallback);
    }
    this.#last = found.replace(/^["']|["']$/g, "");
    this.#signs = "";
  }

  #setValue(found: string): void {
    const { values, computed } = this.#values;
    // A name can be that of an earlier declaration.
    const value = literalOf(found) ?? this.objects[0]?.values.get(found);
    if (value !== undefined) values.set(this.#key, value);
    else if (!/^(?:\d|null$|undefined$|function$|async$)/.test(found)) computed.add(this.#key);
    this.#state = "in-value";
  }

  #takeSign(found: string): void {
    this.#last = "";
    if (this.#state === "before-value" && /^[[(]$/.test(found)) return;
    const isOperator = this.#state === "in-value" && /^[.+?|&([]$/.test(found);
    if (!isOperator) {
      this.#state = "none";
      this.#conditions = 0;
    } else if (this.#signs === "") {
      this.#values.values.delete(this.#key);
      this.#values.computed.add(this.#key);
    }
    this.#signs += found;
  }
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

/**
 * Reads the literal values of the lines of a configuration in YAML, TOML or Python. `[name]` begins an object.
 *
 * @param hasNames true if a word is the name of an earlier value, as in Python. In YAML it is a text
 */
export function lineLiterals(text: string, { hasNames }: { hasNames: boolean }): ConfigObject[] {
  const objects: ConfigObject[] = [newObject("")];
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\[([\w.-]{1,100})\]/.exec(line) ?? [];
    if (section !== undefined && objects.length < maxObjects) objects.push(newObject(section));
    const [, key = "", rest = ""] =
      /^([A-Za-z_][\w-]{0,100})[ \t]{0,9}[:=][ \t]{0,9}(\S.*)$/.exec(line) ?? [];
    const [quoted] = /^(?:"[^"]*"|'[^']*')(?=[ \t]{0,9}(?:[#,;]|$))/.exec(rest) ?? [];
    const bare = rest.replace(/\s#.*$/s, "").trim();
    const { values, computed } = objects.at(-1) ?? newObject("");
    const named = hasNames ? values.get(bare) : /^[\w./:-]+$/.test(bare) ? bare : undefined;
    const value = literalOf(quoted ?? bare.replace(/^["'`].*$/s, "")) ?? named;
    if (key !== "" && value !== undefined) values.set(key, value);
    else if (key !== "" && /^(?!\d|None$)[!\w"']/.test(bare)) computed.add(key);
  }
  return objects;
}

function newObject(name: string): ConfigObject {
  return { name, values: new Map(), computed: new Set() };
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
