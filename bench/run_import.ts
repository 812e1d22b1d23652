import { spawn } from "node:child_process";
import { once } from "node:events";
import { median } from "./median.ts";
import { measuredCommand, residentMegabytes } from "./spawn_measured.ts";

/** A run of `postern post import`. */
export interface ImportRun {
  seconds: number;
  /** Number of read posts, or undefined if the process was killed before it printed the number. */
  posts: number | undefined;
  /** Peak resident memory: the kernel's `VmHWM`. */
  peakMegabytes: number;
  /** Medians of the resident memory in the first and in the second half of the time. */
  halves: [number, number];
  /** The exit code, or the signal. */
  end: string;
  /** The last line on the standard output. */
  says: string;
}

/** The interruption of an import, by share or by time, whichever is first. */
export interface Interruption {
  signal: "SIGINT" | "SIGKILL";
  /** Share of the posts, as in the lines of progress every five seconds. */
  atShare: number;
  /** Seconds, for imports that end before a line of progress. */
  atSeconds: number;
}

const sampling = 200;

/** Runs an import, and reads its memory five times per second. */
export async function runImport(args: readonly string[], interruption?: Interruption): Promise<ImportRun> {
  const begin = performance.now();
  const child = spawn(...measuredCommand(process.execPath, args), { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  let isInterrupted = false;
  const interrupt = (name: NodeJS.Signals): void => {
    if (!isInterrupted) child.kill(name);
    isInterrupted = true;
  };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (interruption !== undefined && shareOf(text) >= interruption.atShare) interrupt(interruption.signal);
  });
  const samples: number[] = [];
  let peakMegabytes = 0;
  const timer = setInterval(() => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const { now, peak } = residentMegabytes(child.pid ?? 0);
    if (Number.isNaN(now)) return;
    samples.push(now);
    peakMegabytes = peak;
    const isTime = performance.now() - begin > (interruption?.atSeconds ?? Infinity) * 1000;
    if (interruption !== undefined && isTime) interrupt(interruption.signal);
  }, sampling);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearInterval(timer);
  const says = output.trim();
  const middle = Math.ceil(samples.length / 2);
  return {
    seconds: (performance.now() - begin) / 1000,
    posts: countIn(says),
    peakMegabytes,
    halves: [median(samples.slice(0, middle)), median(samples.slice(middle))],
    end: String(code ?? signal),
    says,
  };
}

/** Reads the share from `25%  1,234 posts, 400/s, …`. Earlier phases have no share. */
function shareOf(text: string): number {
  const shares = [...text.matchAll(/^(\d+)% {2}[\d,]+ posts/gm)].map(([, share]) => Number(share) / 100);
  return shares.at(-1) ?? 0;
}

function countIn(says: string): number | undefined {
  const counts = [...says.matchAll(/(?:imported|updated|unchanged|skipped) (\d+)/g)];
  return counts.length === 0 ? undefined : counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
