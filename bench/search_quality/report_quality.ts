import { kinds } from "./collections.ts";
import type { Quality } from "./measure_engine.ts";

const headings = { question: "Questions, without their heading in the index", title: "Titles with a typo" };

/** Returns a table for each kind of query, as Markdown. Each cell has recall@10 and MRR. */
export function reportQuality(all: readonly Quality[]): string {
  const engines = [...new Set(all.map(({ engine }) => engine))];
  const tables = kinds.map((kind) => {
    const own = all.filter((quality) => quality.kind === kind);
    const languages = [...new Set(own.map(({ language }) => language))];
    const rows = languages.map((language) => {
      const cells = own.filter((quality) => quality.language === language);
      const [first] = cells;
      return `| ${[language, first?.ranks.length, first?.documents, ...engines.map((name) => cellOf(cells, name))].join(" | ")} |`;
    });
    const names = ["Language", "Queries", "Documents", ...engines];
    return [
      `## ${headings[kind]}`,
      "",
      `| ${names.join(" | ")} |`,
      `|${" --- |".repeat(names.length)}`,
      ...rows,
    ].join("\n");
  });
  const refused = all
    .filter((quality) => quality.refused > 0)
    .map(
      ({ engine, language, kind, refused }) =>
        `- ${engine} refused ${refused} queries (${kind}, ${language}). They count as not found.`,
    );
  return [...tables, refused.join("\n")].filter((part) => part !== "").join("\n\n");
}

function cellOf(cells: readonly Quality[], name: string): string {
  const quality = cells.find(({ engine }) => engine === name);
  if (quality === undefined) return "";
  return `${quality.recall.toFixed(3)} / ${quality.reciprocalRank.toFixed(3)}`;
}
