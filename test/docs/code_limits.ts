import { readdirSync, readFileSync } from "node:fs";

/** A limit that the code states: a constant or an option. */
export interface CodeLimit {
  /** The file of a constant, or the name of an option. */
  file: string;
  description: string;
  value: string;
}

const name = String.raw`(?:most|longest|max|MAX|kept)\w*|\w*(?:[dD]eadline|timeoutMs|timeoutMilliseconds)`;
/** Separates the descriptions of consecutive constants in their common comment. */
const nextOfGroup = /, and (?=(?:maximum|longest|length|number) )/;
const constant = new RegExp(String.raw`^(?:export )?const (${name})(?:: \w+)? = ([^;]+);`);

/** Lists the constants that are limits, each with its comment, or the words of its name. */
export function codeLimits(): CodeLimit[] {
  const files = ["adapters", "lib", "media-stores", "storage-drivers"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const sources = files.filter((file) => file.endsWith(".ts") && !file.includes("/browser_scripts/"));
  return sources.toSorted().flatMap(limitsOf);
}

function limitsOf(file: string): CodeLimit[] {
  let comments: string[] = [];
  const source = readFileSync(file, "utf8");
  return source.split(/\n(?! \*| {2,})/).flatMap((statement) => {
    const opened = /^\/\*\* ?(.*?) ?\*\/$/s.exec(statement)?.[1];
    if (opened !== undefined) {
      comments = joined(opened)
        .replaceAll(/\{@link ([\w.]+)\}/g, "`$1`")
        .split(nextOfGroup);
      return [];
    }
    const [comment, ...others] = comments;
    // A blank line ends a group.
    comments = statement === "" ? [] : others;
    const [, found, value] = constant.exec(statement) ?? [];
    if (found === undefined || value === undefined) return [];
    return [{ file, description: capitalized(comment ?? wordsOf(found)), value: shown(value, source) }];
  });
}

/** Returns the words of a constant's name: `mostKeys` is "maximum number of keys". */
function wordsOf(found: string): string {
  const [first = "", ...rest] = found.split(/_|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  const isLength = rest.at(-1) === "length";
  const words = (isLength ? rest.slice(0, -1) : rest).join(" ");
  if (isLength) return `maximum length of ${words}`;
  if (first === "most" || (first === "max" && words.endsWith("s"))) return `maximum number of ${words}`;
  return `${first === "max" ? "maximum" : first} ${words}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lists the options of an interface, such as `limits.bodyBytes`, each with its default. */
export function optionLimits(file: string, name: string, option: string): CodeLimit[] {
  const source = readFileSync(file, "utf8");
  const start = source.indexOf(`export interface ${name} {`);
  const body = source.slice(start, source.indexOf("\n}", start));
  return [...body.matchAll(/\n {2}\/\*\*(.*?)\*\/\n {2}(\w+)\??: (?!Partial)/gs)].map(
    ([, comment = "", field]) => {
      const [description = "", value = ""] = joined(comment).split(" Default: ");
      return { file: `\`${option}.${field}\``, description, value: `Default: ${value.replace(/\.$/, "")}` };
    },
  );
}

/** Joins the lines of a comment. */
function joined(comment: string): string {
  const lines = comment.split("\n").map((line) => line.trim().replace(/^\* ?/, ""));
  return lines.join(" ").trim();
}

/** Shows a number with separators, and multiplies factors. A factor can be a constant of the same file. */
function shown(value: string, source: string): string {
  const product = productOf(value, source);
  if (!Number.isNaN(product)) return product.toLocaleString("en-US");
  return `\`${value.replaceAll(/\s+/g, " ").replace(/ as const$/, "")}\``;
}

function productOf(value: string, source: string): number {
  const factors = value.split("*").map((part) => {
    const factor = part.trim().replaceAll("_", "");
    const named =
      /^[a-z]\w*$/i.test(factor) && new RegExp(`^const ${factor} = ([^;]+);`, "m").exec(source)?.[1];
    return named ? productOf(named, source) : Number(factor);
  });
  return factors.reduce((one, other) => one * other, 1);
}
