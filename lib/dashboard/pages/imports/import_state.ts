import type { ImportJob } from "../../../api/mod.ts";
import { badge } from "../../design/badge.ts";
import type { Html } from "../../../base/text/html.ts";

const states = {
  running: ["info", "Running"],
  finished: ["good", "Finished"],
  failed: ["bad", "Stopped"],
  lost: ["bad", "Stopped"],
} as const;

/** Renders the state of an import. */
export function stateBadge({ state }: Pick<ImportJob, "state">): Html {
  const [tone, label] = states[state];
  return badge(tone, label);
}
