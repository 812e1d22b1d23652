import {
  describeMediaFinding,
  type InspectedBytes,
  inspectMedia,
  NotInspectableError,
} from "../../../lib/moving/mod.ts";
import type { AtomicDriver } from "../../../lib/store/mod.ts";
import type { Finding } from "./finding.ts";

const check = "media";
/** Maximum number of findings to show. Further findings are only counted. */
const mostShown = 100;
const remedy =
  'copy the bytes from a backup with "postern media copy", name the right --media-store, or delete these files: readers get errors in their place';

/** Compares the records of files with their bytes. */
export async function checkMedia(
  storage: AtomicDriver,
  bytes: InspectedBytes,
  onProgress: (files: number) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let files = 0;
  let problems = 0;
  const count = (looked: number): void => onProgress((files = looked));
  try {
    for await (const finding of inspectMedia(storage, bytes, { onProgress: count })) {
      const status = finding.problem === "unnamed" ? "ok" : "failed";
      if (status === "failed" && ++problems > mostShown) continue;
      findings.push({ check, status, detail: describeMediaFinding(finding) });
    }
  } catch (error) {
    if (error instanceof NotInspectableError) return [{ check, status: "warning", detail: error.message }];
    const detail = error instanceof Error ? error.message : String(error);
    return [...findings, { check, status: "failed", detail, remedy: "check --media-store" }];
  }
  if (problems > 0)
    return [
      ...findings,
      {
        check,
        status: "failed",
        detail: `${problems} ${problems === 1 ? "problem" : "problems"} of files`,
        remedy,
      },
    ];
  return [...findings, { check, status: "ok", detail: `every file has its bytes (${files} looked at)` }];
}
