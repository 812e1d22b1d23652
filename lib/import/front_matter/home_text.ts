import { isMapping, mappingOf, textOf } from "../site_config/config_values.ts";
import type { GeneratorName } from "../site_config/generators.ts";

type Data = Readonly<Record<string, unknown>>;

/** Maximum number of buttons and features that are read. */
const mostParts = 100;

/**
 * Returns the texts of a home page as Markdown: the hero and the features of VitePress and VuePress, and the hero of Starlight. Returns an empty
 * text for other pages.
 *
 * @param data front matter with names in lower case
 */
export function homeText(data: Data, generator: GeneratorName | undefined): string {
  const isHome =
    generator === "vitepress"
      ? data["layout"] === "home" || data["home"] === true
      : generator === "astro" && isMapping(data["hero"]);
  if (!isHome) return "";
  const hero = mappingOf(data["hero"]);
  const name = textOf(hero["name"] ?? hero["title"] ?? data["herotext"]);
  const title = textOf(data["title"]);
  const heading = title === undefined ? name && `# ${name}` : name === title ? undefined : name;
  const button = { text: data["actiontext"], link: data["actionlink"] };
  const buttons = [button, ...listIn(hero["actions"]), ...listIn(data["actions"])].flatMap(linkOf);
  const parts = [
    heading,
    textOf(hero["text"]),
    textOf(hero["tagline"] ?? data["tagline"]),
    buttons.map((link) => `- ${link}`).join("\n"),
    ...listIn(data["features"]).flatMap(featureParts),
  ];
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

function featureParts(feature: Data): (string | undefined)[] {
  const title = textOf(feature["title"]);
  const link = linkOf({ text: feature["linkText"] ?? title, link: feature["link"] });
  return [title && `## ${title}`, textOf(feature["details"]), ...link];
}

function linkOf({ text, link }: Data): string[] {
  const [label, address] = [textOf(text), textOf(link)];
  if (label === undefined || address === undefined) return [];
  return [`[${label.replace(/[[\]]/g, "\\$&")}](<${address.replace(/[<>\n]/g, "")}>)`];
}

function listIn(found: unknown): Data[] {
  return Array.isArray(found) ? (found as unknown[]).slice(0, mostParts).filter(isMapping) : [];
}
