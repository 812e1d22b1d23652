import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExportedSite, type FilePart, type SiteFormatName } from "../../../../lib/import/writing/mod.ts";
import { type ExportLine, nameOfType, type TransferEnd } from "../../../../lib/moving/mod.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import { printDone } from "../../frame/output/output.ts";
import { type OutputFile, openOutputFile } from "./output_file.ts";
import { leftBehindLine } from "./skipped_records.ts";

/** Arguments of `postern export` with a format of another system. */
interface SiteArguments {
  format: SiteFormatName;
  out: string;
  org: string | undefined;
  json: boolean;
}

/** Types of lines that the file of another system has, or that belong to no record. */
const written: ReadonlySet<string> = new Set(["header", "organization", "redirect", "end"]);

/** The files of an export with a format of another system. */
interface OpenedFiles {
  /** Takes the lines of the records that are no posts. */
  lines: OutputFile;
  write: (part: FilePart) => Promise<void>;
  /** True if the lines are written. */
  hasRecords: boolean;
}

/** Writes an organization for another system: a folder with files, or a file. */
export class SiteFiles {
  /** Takes the lines of {@link SiteFiles.follow}. */
  readonly lines: OutputFile;
  readonly #site: ExportedSite;
  readonly #hasRecords: boolean;
  readonly #leftBehind = new Map<string, number>();

  constructor({ lines, write, hasRecords }: OpenedFiles, format: SiteArguments["format"]) {
    this.lines = lines;
    this.#hasRecords = hasRecords;
    this.#site = new ExportedSite({ format, write, now: Date.now() });
  }

  /** Writes a post. */
  get addPost(): ExportedSite["addPost"] {
    return this.#site.addPost;
  }

  /** Passes on the lines of the records, and writes the beginning and the end of the files. */
  async *follow(lines: AsyncIterable<ExportLine>): AsyncGenerator<ExportLine> {
    for await (const line of lines) {
      await this.#site.addLine(line);
      const { type } = line;
      if (!this.#hasRecords && !written.has(type)) {
        const name = nameOfType(type);
        this.#leftBehind.set(name, (this.#leftBehind.get(name) ?? 0) + 1);
      }
      yield line;
    }
  }

  /** Prints what the files have, and what they leave behind. */
  async end(
    { records, leftBehind: others = {} }: TransferEnd,
    args: Pick<SiteArguments, "out" | "json">,
  ): Promise<void> {
    const { posts, notKept } = this.#site;
    const { posts: _posts, ...left } = others;
    const leftBehind = { ...Object.fromEntries(this.#leftBehind), ...left };
    const written = this.#hasRecords ? ` and ${counted(records, "other record")}` : "";
    const counts = Object.entries(notKept).map(([field, count]) => `${field} (${count})`);
    const lost = counts.length === 0 ? "" : `; not kept: ${counts.join(", ")}`;
    const to = args.out === "-" ? "" : ` to ${args.out}`;
    const line = `Exported ${counted(posts, "post")}${written}${to}${lost}${leftBehindLine({ leftBehind })}`;
    const summary = { posts, ...(this.#hasRecords && { records }), notKept, leftBehind };
    if (args.out === "-") console.error(args.json ? JSON.stringify(summary) : line);
    else await printDone(line, summary, args);
  }
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * Opens the files of an export with a format of another system.
 *
 * @throws {CliError} if the folder has files, or no organization is named
 */
export async function openSiteFiles(args: SiteArguments): Promise<SiteFiles> {
  const { format, org } = args;
  if (org === undefined) throw new CliError(`--format ${format} writes one organization. Name it with --org`);
  return new SiteFiles(format === "markdown" ? await openFolder(args) : await openFile(args), format);
}

async function openFile({ out }: SiteArguments): Promise<OpenedFiles> {
  const file = await openOutputFile(out);
  return {
    lines: { ...file, write: async () => undefined },
    write: async ({ text }) => file.write(text),
    hasRecords: false,
  };
}

async function openFolder({ out }: SiteArguments): Promise<OpenedFiles> {
  if (out === "-") throw new CliError("--format markdown writes a folder. Name it with --out");
  // Drafts and paid posts are not for other users of the machine.
  await mkdir(join(out, "posts"), { recursive: true, mode: 0o700 });
  const found = (await readdir(out)).filter((name) => name !== "posts");
  const posts = await readdir(join(out, "posts"));
  if (found.length + posts.length > 0)
    throw new CliError(`The folder ${out} has files. Name another folder with --out`);
  return {
    lines: await openOutputFile(join(out, "records.ndjson")),
    write: async ({ file, text }) => writeFile(join(out, file), text),
    hasRecords: true,
  };
}
