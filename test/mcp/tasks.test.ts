import { afterAll, beforeAll, expect, it } from "vitest";
import { openTaskServer, type TaskServer } from "../../bench/mcp_tasks/open_task_server.ts";
import { runTask } from "../../bench/mcp_tasks/run_task.ts";
import { mcpTasks } from "../../bench/mcp_tasks/tasks.ts";

/** Maximum number of tokens that the responses of a task have together. */
const mostTokens = 5000;

let server: TaskServer;
beforeAll(async () => {
  server = await openTaskServer();
});
afterAll(async () => server.close());

it.each(mcpTasks.map((task) => [task.request, task] as const))("%s", async (_request, task) => {
  const { missing, tokens } = await runTask(server, task);
  expect(missing).toEqual([]);
  expect(tokens).toBeLessThan(mostTokens);
});

it("has 40 tasks, and uses each tool that reads", async () => {
  expect(mcpTasks).toHaveLength(40);
  const { tools } = await server.editor.listTools();
  const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  const used = new Set(mcpTasks.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
  expect([...used].toSorted()).toEqual(reading.map(({ name }) => name).toSorted());
});
