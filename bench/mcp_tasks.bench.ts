/**
 * Runs 40 tasks of an assistant with the client of the SDK over HTTP, against the posts of `examples/content`. A task passes if the last
 * response holds the wanted facts. Run it with `npm run bench:mcp`.
 */
import { openTaskServer } from "./mcp_tasks/open_task_server.ts";
import { runTask, type TaskOutcome } from "./mcp_tasks/run_task.ts";
import { mcpTasks } from "./mcp_tasks/tasks.ts";

const server = await openTaskServer();
const outcomes: TaskOutcome[] = [];
for (const task of mcpTasks) outcomes.push(await runTask(server, task));
await server.close();

console.log("| Request | Tools | Facts | Tokens |\n| --- | --- | --- | --- |");
for (const { task, missing, tokens } of outcomes) {
  const names = task.calls.map(({ tool }) => tool).join(", ");
  const facts = missing.length === 0 ? "yes" : `no: ${missing.join("; ")}`;
  console.log(`| ${[task.request, names, facts, tokens].join(" | ")} |`);
}
const passed = outcomes.filter(({ missing }) => missing.length === 0).length;
const tokens = outcomes.map((outcome) => outcome.tokens).toSorted((one, other) => one - other);
console.log(
  `\nFacts found: ${passed} of ${outcomes.length}. ` +
    `Tokens of a task: median ${tokens[tokens.length >> 1]}, most ${tokens.at(-1)}.`,
);
