import { bootstrap, meanOf } from "./bootstrap.ts";
import type { ContextTest } from "./context_test.ts";
import { queryKinds } from "./judged_query.ts";
import type { KeystrokeTest } from "./keystroke_test.ts";
import type { QueryScore } from "./measure_queries.ts";
import type { TitleTest } from "./title_test.ts";

/** Results of all tests of Postern on a site. */
export interface SiteResults {
  site: string;
  language: string;
  pages: number;
  titles: readonly TitleTest[];
  keystrokes: Readonly<Record<"search" | "suggest", KeystrokeTest>>;
  contexts: readonly ContextTest[];
  /** Queries without an answer, and those of them for which search says that it has no good match. */
  noAnswer: { queries: number; refused: number };
}

const first = "Postern";

/** Returns the report as Markdown. */
export function reportJudged(scores: readonly QueryScore[], sites: readonly SiteResults[]): string {
  return [
    "# Judged queries",
    "## nDCG@5 by language",
    scoreTable(scores, "Language", [...new Set(scores.map(({ language }) => language))], "language"),
    "## nDCG@5 by kind",
    scoreTable(scores, "Kind", queryKinds, "kind"),
    differences(scores),
    "## Titles",
    titleTable(sites),
    "## Keystrokes",
    keystrokeTable(sites),
    "## Contexts of 2,000 tokens",
    contextTable(sites),
  ].join("\n\n");
}

function scoreTable(
  scores: readonly QueryScore[],
  name: string,
  groups: readonly string[],
  field: "language" | "kind",
): string {
  const engines = [...new Set(scores.map(({ engine }) => engine))];
  const rows = groups.map((group): [string, QueryScore[]] => [
    group,
    scores.filter((score) => score[field] === group),
  ]);
  const halves = (["tune", "held-out"] as const).map((half): [string, QueryScore[]] => [
    `all, ${half}`,
    scores.filter((score) => score.half === half),
  ]);
  const all = [...rows, ...halves, ["all", [...scores]] as [string, QueryScore[]]];
  return table(
    [name, "Queries", ...engines],
    all
      .filter(([, own]) => own.length > 0)
      .map(([group, own]) => [
        group,
        String(own.filter(({ engine }) => engine === engines[0]).length),
        ...engines.map((engine) => cellOf(own.filter((score) => score.engine === engine))),
      ]),
  );
}

function cellOf(scores: readonly QueryScore[]): string {
  const { mean, low, high } = bootstrap(scores.map(({ score }) => score));
  return `${mean.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** Compares Postern with each other engine, query by query, and counts the results that nobody has judged. */
function differences(scores: readonly QueryScore[]): string {
  const own = scores.filter(({ engine }) => engine === first);
  const names = [...new Set(scores.map(({ engine }) => engine))];
  return names
    .map((name) => {
      const other = scores.filter(({ engine }) => engine === name);
      const unjudged = other.reduce((sum, score) => sum + score.unjudged.length, 0);
      const counted = `${unjudged} results of ${name} are not judged.`;
      if (name === first) return `- ${counted}`;
      const { mean, low, high } = bootstrap(
        own.map(({ score }, index) => score - (other[index]?.score ?? 0)),
      );
      return `- ${first} minus ${name}: ${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}). ${counted}`;
    })
    .join("\n");
}

function titleTable(sites: readonly SiteResults[]): string {
  const rows = sites.map(({ site, language, pages, titles }) => [
    `${site} (${language})`,
    String(pages),
    ...titles.map(({ titles: all, first }) => shareOf(first, all)),
  ]);
  const sums = (sites[0]?.titles ?? []).map(({ words }) => {
    const own = sites.flatMap(({ titles }) => titles.filter((test) => test.words === words));
    return shareOf(sumOf(own.map(({ first }) => first)), sumOf(own.map(({ titles }) => titles)));
  });
  const all = ["all", String(sumOf(sites.map(({ pages }) => pages))), ...sums];
  return table(["Site", "Pages", "Page of a one-word title is first", "Three-word title"], [...rows, all]);
}

function keystrokeTable(sites: readonly SiteResults[]): string {
  const rows = (["search", "suggest"] as const).map((path) => {
    const tests = sites.map(({ keystrokes }) => keystrokes[path]);
    const count = (field: "lost" | "flickers" | "blank"): string =>
      String(sumOf(tests.map((test) => test[field].length)));
    const titles = sumOf(tests.map((test) => test.titles));
    const letters = sumOf(tests.map((test) => test.letters * test.titles)) / titles;
    return [`/${path}`, String(titles), count("lost"), count("flickers"), count("blank"), letters.toFixed(1)];
  });
  const head = [
    "Path",
    "Titles",
    "Page vanishes and comes back",
    "Some page does",
    "No results between others",
  ];
  return table([...head, "Mean letters until the page is found"], rows);
}

function contextTable(sites: readonly SiteResults[]): string {
  const contexts = sites.flatMap((site) => site.contexts);
  const noAnswer = sites.map((site) => site.noAnswer);
  const groups: [string, readonly ContextTest[]][] = [
    ...[...new Set(contexts.map(({ language }) => language))].map((name): [string, ContextTest[]] => [
      name,
      contexts.filter(({ language }) => language === name),
    ]),
    ...(["tune", "held-out"] as const).map((name): [string, ContextTest[]] => [
      `all, ${name}`,
      contexts.filter(({ half }) => half === name),
    ]),
    ["all", contexts],
  ];
  const rows = groups.map(([name, own]) => {
    const [asked, unanswerable] = [true, false].map((has) =>
      own.filter(({ hasAnswer }) => hasAnswer === has),
    );
    return [
      name,
      shareOf(asked?.filter(({ answers }) => answers).length ?? 0, asked?.length ?? 0),
      meanOf(asked?.map(({ tokens }) => tokens) ?? []).toFixed(0),
      meanOf(asked?.map(({ pages }) => pages) ?? []).toFixed(1),
      shareOf(unanswerable?.filter(({ tokens }) => tokens === 0).length ?? 0, unanswerable?.length ?? 0),
    ];
  });
  const refused = `${sumOf(noAnswer.map((one) => one.refused))} of ${sumOf(noAnswer.map((one) => one.queries))}`;
  return [
    table(["Language", "With a page that answers fully", "Tokens", "Pages", "Empty without an answer"], rows),
    `\`/search\` has no good match for ${refused} queries without an answer.`,
  ].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function shareOf(count: number, all: number): string {
  return all === 0 ? "" : `${((100 * count) / all).toFixed(1)}% of ${all}`;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
