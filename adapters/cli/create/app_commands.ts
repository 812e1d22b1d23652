import { type HostName, starters } from "./starters.ts";

/** Package managers whose `create` starts this program. npm stands for all others. */
const managers = ["pnpm", "yarn", "bun"] as const;

/** The commands that a new app needs until it serves, in their order. */
export interface AppCommands {
  install: string;
  seed: string;
  start: string;
}

/**
 * Returns the commands of an app, for the package manager that started this program.
 *
 * @param agent the variable `npm_config_user_agent`, such as `pnpm/10.0.0 npm/? node/v24.0.0`
 */
export function appCommands(
  host: HostName,
  agent: string = process.env["npm_config_user_agent"] ?? "",
): AppCommands {
  const manager = managers.find((name) => agent.startsWith(`${name}/`)) ?? "npm";
  const [install, run] =
    host === "deno" ? ["deno install", "deno task"] : [`${manager} install`, `${manager} run`];
  const { start } = starters[host];
  const hasShortStart = start === "start" && host !== "deno" && manager !== "bun";
  return { install, seed: `${run} seed`, start: hasShortStart ? `${manager} start` : `${run} ${start}` };
}
