import { readdirSync, readFileSync } from "node:fs";

/** A limit that the code states: a constant or an option. */
export interface CodeLimit {
  /** The file of a constant, or the name of an option. */
  file: string;
  description: string;
  value: string;
}

const name = String.raw`(?:most|longest|max|MAX|kept)\w*|\w*(?:[dD]eadline|timeoutMs|timeoutMilliseconds)`;
const constant = new RegExp(String.raw`^(?:export )?const (${name})(?:: \w+)? = ([^;]+);`);

/** Lists the constants that are limits, each with its comment, or its name if it has none. */
export function codeLimits(): CodeLimit[] {
  const files = ["adapters", "lib", "storage-drivers"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const sources = files.filter((file) => file.endsWith(".ts") && !file.includes("/browser_scripts/"));
  return sources.toSorted().flatMap(limitsOf);
}

function limitsOf(file: string): CodeLimit[] {
  let comment = "";
  return readFileSync(file, "utf8")
    .split(/\n(?! \*| {2,})/)
    .flatMap((statement) => {
      const opened = /^\/\*\* ?(.*?) ?\*\/$/s.exec(statement)?.[1];
      if (opened !== undefined) {
        comment = joined(opened).replaceAll(/\{@link ([\w.]+)\}/g, "`$1`");
        return [];
      }
      const [, found, value] = constant.exec(statement) ?? [];
      const description = comment || `\`${found}\``;
      comment = "";
      return found === undefined || value === undefined ? [] : [{ file, description, value: shown(value) }];
    });
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

/** Shows a number with separators, and multiplies factors. */
function shown(value: string): string {
  const factors = value.split("*").map((part) => Number(part.trim().replaceAll("_", "")));
  const product = factors.reduce((one, other) => one * other, 1);
  return Number.isNaN(product) ? `\`${value.replaceAll(/\s+/g, " ")}\`` : product.toLocaleString("en-US");
}
