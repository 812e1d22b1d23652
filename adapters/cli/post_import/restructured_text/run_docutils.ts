import { spawn } from "node:child_process";

/** Limits of one run. */
const milliseconds = 60_000;
const maxOutputBytes = 16_777_216;
const maxMessageBytes = 262_144;

/** Directives that insert files or HTML are off, and no configuration of the user or the folder counts. */
const options = [
  "--no-file-insertion",
  "--no-raw",
  "--no-doc-title",
  "--initial-header-level=2",
  "--report=2",
  "--halt=5",
  "--exit-status=5",
  "--syntax-highlight=none",
  "--math-output=LaTeX",
  "--link-stylesheet",
];

/** Output of a run. */
export interface DocutilsOutput {
  html: string;
  /** The messages about the text, one a line. */
  messages: string;
}

/** Returns true if Docutils is installed for `python3`. */
export async function hasDocutils(signal: AbortSignal): Promise<boolean> {
  return (await run(["--version"], "", signal)) !== undefined;
}

/** Converts reStructuredText to a page of HTML. Returns undefined if Docutils fails, or takes too long. */
export async function runDocutils(text: string, signal: AbortSignal): Promise<DocutilsOutput | undefined> {
  return run(options, text, signal);
}

function run(
  args: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<DocutilsOutput | undefined> {
  return new Promise((resolve) => {
    // Isolated: neither variables nor the present folder can replace a module.
    const child = spawn("python3", ["-I", "-m", "docutils", ...args], {
      env: {
        PATH: process.env["PATH"] ?? "",
        DOCUTILSCONFIG: "",
        PYTHONIOENCODING: "utf-8",
        LC_ALL: "C.UTF-8",
      },
      timeout: milliseconds,
      killSignal: "SIGKILL",
      signal,
    });
    const [html, messages]: [Buffer[], Buffer[]] = [[], []];
    let [size, messageSize] = [0, 0];
    child.stdout.on("data", (bytes: Buffer) => {
      size += bytes.length;
      if (size > maxOutputBytes) child.kill("SIGKILL");
      else html.push(bytes);
    });
    child.stderr.on("data", (bytes: Buffer) => {
      messageSize += bytes.length;
      if (messageSize <= maxMessageBytes) messages.push(bytes);
    });
    child.on("error", () => resolve(undefined));
    child.on("close", (code) =>
      resolve(
        code === 0
          ? { html: Buffer.concat(html).toString(), messages: Buffer.concat(messages).toString() }
          : undefined,
      ),
    );
    // A process that ends early does not read its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
