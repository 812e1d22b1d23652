import { performance } from "node:perf_hooks";
import { describeFinding, inspectStore, NotInspectableError } from "../../../lib/moving/mod.ts";
import type { AtomicDriver } from "../../../lib/store/mod.ts";
import type { Finding } from "./finding.ts";

/** Maximum number of findings to show. Further findings are only counted. */
const mostShown = 100;

const remedy =
  'make a backup, stop the servers of this store, then run "postern repair": it rebuilds indexes, and sets aside records that cannot be repaired';

/** Reads every record, and compares linked records with each other. */
export async function checkRecords(
  storage: AtomicDriver,
  onProgress: (records: number) => void,
): Promise<Finding[]> {
  const startedAt = performance.now();
  const findings: Finding[] = [];
  let records = 0;
  let problems = 0;
  let dangling = 0;
  const count = (read: number): void => onProgress((records = read));
  try {
    for await (const finding of inspectStore(storage, { onProgress: count })) {
      const isDangling = finding.problem === "dangling";
      if ((isDangling ? ++dangling : ++problems) > mostShown) continue;
      const status = isDangling ? "warning" : "failed";
      findings.push({ check: isDangling ? "reference" : "record", status, detail: describeFinding(finding) });
    }
  } catch (error) {
    if (!(error instanceof NotInspectableError)) throw error;
    return [{ check: "records", status: "warning", detail: error.message }];
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = `${numeral(records)} records in ${seconds.toFixed(1)} s, ${numeral(Math.round(records / seconds))}/s`;
  if (problems === 0) {
    const detail = `every record is complete and linked (${rate})`;
    return [...findings, { check: "records", status: "ok", detail }];
  }
  const shown = problems > mostShown ? `; the first ${mostShown} are above` : "";
  const counted = problems === 1 ? "1 problem" : `${numeral(problems)} problems`;
  const detail = `${counted}${shown} (${rate})`;
  return [...findings, { check: "records", status: "failed", detail, remedy }];
}

function numeral(count: number): string {
  return count.toLocaleString("en-US");
}
