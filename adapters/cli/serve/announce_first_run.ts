import type { PublicApi } from "../../../lib/mod.ts";
import type { Log } from "../../standalone/log/log.ts";

/** A server with a dashboard. */
interface FirstRunServer {
  api: PublicApi;
  /** URL of the dashboard in a browser. */
  dashboardUrl: string;
  log: Log;
  /** True if the log is JSON, which programs collect. */
  isJson: boolean;
}

/**
 * Prints a code for the first run if the store has neither users nor organizations. The code replaces that of an earlier process, because
 * nobody can print a code again: the store has only its hash. It goes to the standard error output, and never into the JSON log.
 */
export async function announceFirstRun({ api, dashboardUrl, log, isJson }: FirstRunServer): Promise<void> {
  try {
    const { firstRun } = await api.people();
    if (!(await firstRun.isOpen())) return;
    if (isJson && !process.stderr.isTTY) {
      log.message(
        "info",
        "The store has no users and no organizations. To set it up in a browser, start the server in a terminal or with --log text, which prints a code. Or run postern org create, postern user create and postern member add",
      );
      return;
    }
    const made = await firstRun.createCode();
    if (made === null) return;
    console.error(
      `\nThis store has no users yet. To set it up, open\n\n  ${dashboardUrl}/first-run?code=${made.code}\n\nand enter this code, which works once until ${made.expiresAt}:\n\n  ${made.code}\n`,
    );
  } catch (error) {
    log.message("warn", "Cannot check whether the store has users", error);
  }
}
