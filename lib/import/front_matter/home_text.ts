import { isMapping, mappingOf, textOf } from "../site_config/config_values.ts";
import type { GeneratorName } from "../site_config/generators.ts";

type Data = Readonly<Record<string, unknown>>;

/** Maximum number of buttons and features that are read. */
const mostParts = 100;

/**
 * Returns the texts of a home page as Markdown: the hero and the features of VitePress and VuePress, and the hero of Starlight. Returns an empty
 * text for other pages.
 *
 * @param page front matter with names in lower case. The names stay free for custom fields
 */
export function homeText(page: Data, generator: GeneratorName | undefined): string {
  const isHome =
    generator === "vitepress"
      ? page["layout"] === "home" || page["home"] === true
      : generator === "astro" && isMapping(page["hero"]);
  if (!isHome) return "";
  const hero = mappingOf(page["hero"]);
  const name = textOf(hero["name"] ?? hero["title"] ?? page["herotext"]);
  const title = textOf(page["title"]);
  const heading = title === undefined ? name && `# ${name}` : name === title ? undefined : name;
  const button = { text: page["actiontext"], link: page["actionlink"] };
  const buttons = [button, ...listIn(hero["actions"]), ...listIn(page["actions"])].flatMap(linkOf);
  const parts = [
    heading,
    textOf(hero["text"]),
    textOf(hero["tagline"] ?? page["tagline"]),
    buttons.map((link) => `- ${link}`).join("\n"),
    ...listIn(page["features"]).flatMap(featureParts),
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
