/**
 * Measures how long hostile texts block the event loop at the bounds of `lib/import/text_work/text_work.ts`. Texts up to `inline` are processed
 * there, and texts up to `alone` without a text worker. Each shape runs once in a separate process, because the first run has no
 * optimized code. The report has the slowest shapes of each task.
 *
 * Run it with `npm run bench:text-work`. `TASKS=WordPress,Ghost` measures only these tasks.
 */
import { spawnSync } from "node:child_process";
import { argv, env, execPath, stdout } from "node:process";
import { countWords } from "../lib/content/mod.ts";
import { explainFaq, extractFaqEntries } from "../lib/faq/mod.ts";
import { htmlToMarkdownSteps } from "../lib/publishing/html_to_markdown/mod.ts";
import { runSteps } from "../lib/base/yielding.ts";
import { readMarkdownPost } from "../lib/import/mod.ts";
import { ALL_OPTIONS } from "../test/time_bounds/_all_options.ts";
import { HOSTILE_HTML } from "../test/time_bounds/_hostile_html.ts";
import { HOSTILE_MARKDOWN } from "../test/time_bounds/_hostile_markdown.ts";
import { importTasks } from "./import_tasks.ts";
import { longestBlock } from "./longest_block.ts";
import { keepReport } from "./report.ts";
import { type TextTask, textOf } from "./text_task.ts";

const html = { bounds: [131_072, 1_048_576], shapes: HOSTILE_HTML };
const tasks: readonly TextTask[] = [
  {
    name: "readMarkdown",
    bounds: [16_384, 65_536],
    shapes: HOSTILE_MARKDOWN,
    run: (markdown) => readMarkdownPost({ markdown, slug: "a", now: 0 }),
  },
  {
    name: "toMarkdown",
    bounds: [32_768, 262_144],
    shapes: HOSTILE_HTML,
    run: (text) => runSteps(htmlToMarkdownSteps(text)),
  },
  { name: "countWords", ...html, run: (text) => countWords(text) },
  { name: "extractFaq", ...html, run: (text) => extractFaqEntries(text, {}) },
  {
    name: "explainFaq",
    bounds: [8192, 16_384],
    shapes: HOSTILE_HTML,
    run: (text) => explainFaq(text, ALL_OPTIONS),
  },
  ...importTasks,
];

/** Returns the processor time of the first run in a separate process, in milliseconds. */
function measure(task: number, shape: number, characters: number): number {
  const run = spawnSync(execPath, [argv[1] ?? "", String(task), String(shape), String(characters)]);
  return Number(run.stdout.toString());
}

async function runOnce([task = 0, shape = 0, characters = 0]: number[]): Promise<void> {
  const measured = tasks[task];
  if (measured === undefined) return;
  const text = textOf(measured, shape, characters);
  stdout.write(String(await longestBlock(() => measured.run(text))));
}

function report(): string {
  const chosen = env["TASKS"]?.split(",");
  const rows = tasks.flatMap(({ name, bounds, shapes }, task) =>
    (chosen?.includes(name) === false ? [] : bounds).flatMap((characters) =>
      shapes
        .map(([shape], index) => ({ shape, time: measure(task, index, characters) }))
        .toSorted((one, other) => other.time - one.time)
        .slice(0, 3)
        .map(({ shape, time }) => `| ${name} | ${characters} | ${shape} | ${Math.round(time)} |`),
    ),
  );
  const head = "| Task | Characters | Many | Processor time, ms |\n| --- | ---: | --- | ---: |";
  return `# Hostile texts at the bounds of the text work\n\n${head}\n${rows.join("\n")}\n`;
}

const given = argv.slice(2).map(Number);
if (given.length > 0) await runOnce(given);
else {
  const text = report();
  if (env["TASKS"] === undefined) keepReport("text_work", text);
  stdout.write(text);
}
