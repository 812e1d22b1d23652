import { webUrl, withoutUser } from "../../../../lib/content/mod.ts";
import type { AtomicDriver } from "../../../../lib/store/mod.ts";
import { checkListening } from "../../../standalone/doctor/check_listening.ts";
import { checkMedia } from "../../../standalone/doctor/check_media.ts";
import { checkRecords } from "../../../standalone/doctor/check_records.ts";
import { checkUrl } from "../../../standalone/doctor/check_url.ts";
import { examine } from "../../../standalone/doctor/examine.ts";
import type { Finding } from "../../../standalone/doctor/finding.ts";
import {
  type AddressFlags,
  addressOf,
  adminAddressOf,
  addressArguments,
  adminAddressArguments,
  socketArguments,
} from "../../serve/address_arguments.ts";
import { examineSocket } from "../../serve/claim_socket.ts";
import { CliError, UsageError } from "../../frame/exit/cli_error.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import {
  mediaLocationOf,
  mediaStoreArguments,
  openExistingMedia,
  noBytes,
} from "../../store/media_arguments.ts";
import { openWithoutUpgrade } from "../../store/open_storage.ts";
import { write } from "../../frame/output/output.ts";
import { printableLine } from "../../frame/output/printable.ts";
import { withCount } from "../../frame/output/progress.ts";
import { isTerminal, styled, terminalColumns } from "../../frame/output/terminal.ts";
import { describeUnsigned } from "../../serve/unsigned_webhooks.ts";
import { type WebhookFlags, webhookOptionsOf, webhookArguments } from "../../store/webhook_arguments.ts";
import { wrapped } from "../../frame/output/display_width.ts";
import { text, toggle } from "../../frame/arguments/argument_definition.ts";
import { storeArguments } from "../../store/store_arguments.ts";

/** `postern doctor`: checks everything that a server needs, and suggests a remedy for each problem. */
export const doctorCommand: CliCommand = cliCommand({
  description: "Check Node, the clock, the store and the ports, and suggest remedies",
  args: {
    deep: toggle(
      "Also read every record, and compare posts with their HTML and indexes, keys with their lists, files with their bytes",
    ),
    url: text(
      "Check only the server at this URL, as its clients reach it: that it knows their addresses, and that they cannot forge them",
    ),
    ...storeArguments,
    ...mediaStoreArguments,
    ...addressArguments,
    ...socketArguments,
    ...adminAddressArguments,
    ...webhookArguments,
  },
  examples: {
    "postern doctor --storage redis://127.0.0.1:6379": "check before the first start",
    "postern doctor --deep": "check every record of the store",
    "postern doctor --url https://api.example": "check the proxies of a running server",
  },
  reportsNotes: true,
  async run({ args, notes }) {
    const findings = await (args.url === undefined ? checkMachine(args, notes) : checkServer(args.url));
    if (args.json) await write(`${JSON.stringify(findings, null, 2)}\n`);
    else for (const finding of findings) await write(`${toText(finding)}\n`);
    if (findings.some(({ status }) => status === "failed")) {
      process.exitCode = exitCodes.failed.code;
    }
  },
});

/** Checks the store and the ports of this machine. */
async function checkMachine(
  args: AddressFlags & WebhookFlags & { storage: string; "media-store"?: string | undefined; deep: boolean },
  notes: readonly string[],
): Promise<Finding[]> {
  const adminAddress = adminAddressOf(args);
  const { secret } = webhookOptionsOf(args);
  const checkMore = async (storage: AtomicDriver): Promise<Finding[]> => [
    await checkSigning(storage, typeof secret === "string" ? [secret] : secret),
    ...(args.deep ? await checkDeep(storage, mediaLocationOf(args)) : []),
  ];
  return [
    ...notes.map(toFinding),
    ...(await examine(args.storage, openExisting, checkMore)),
    await (args.socket === undefined ? checkListening("port", addressOf(args)) : checkSocket(args.socket)),
    ...(adminAddress === undefined ? [] : [await checkListening("admin port", adminAddress)]),
  ];
}

/** Checks that a server can listen on a Unix socket, or that one does. */
async function checkSocket(path: string): Promise<Finding> {
  const check = "socket";
  try {
    const isUsed = (await examineSocket(path)) === "used";
    return { check, status: "ok", detail: isUsed ? `a server listens on ${path}` : `${path} is free` };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { check, status: "failed", detail: error.message, remedy: "follow the message" };
  }
}

async function openExisting(setting: string): Promise<AtomicDriver> {
  return openWithoutUpgrade(setting, { create: false });
}

function toFinding(note: string): Finding {
  return { check: "environment", status: "warning", detail: note, remedy: "correct its name, or unset it" };
}

/** Checks that a server with these secrets can sign the webhooks of the store. */
async function checkSigning(storage: AtomicDriver, secrets: readonly string[] | undefined): Promise<Finding> {
  const check = "webhooks";
  try {
    const unsigned = await describeUnsigned(storage, secrets);
    if (unsigned !== undefined) return { check, status: "warning", ...unsigned };
    return { check, status: "ok", detail: "every enabled webhook can be signed" };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { check, status: "failed", detail, remedy: "see the findings above" };
  }
}

/** @throws {UsageError} if the text is not a URL */
async function checkServer(url: string): Promise<Finding[]> {
  if (webUrl(url) !== undefined && withoutUser(url) === url) return checkUrl(url);
  throw new UsageError(
    `--url must be an http or https URL without user and password, and is ${withoutUser(url)}`,
  );
}

async function checkDeep(storage: AtomicDriver, mediaLocation: string | undefined): Promise<Finding[]> {
  const findings = await withCount("records", async (onProgress) => checkRecords(storage, onProgress));
  if (mediaLocation === undefined) return findings;
  const bytes = (await openExistingMedia(mediaLocation)) ?? noBytes;
  return [
    ...findings,
    ...(await withCount("files", async (onProgress) => checkMedia(storage, bytes, onProgress))),
  ];
}

const styles = { ok: "green", warning: "yellow", failed: "red" } as const;

/** Columns to the left of the details. */
const indent = 21;

function toText({ check, status, detail, remedy }: Finding): string {
  const mark = styled(styles[status], status.padEnd(7), isTerminal(process.stdout));
  // The detail contains names that users chose.
  const lines = [...linesOf(printableLine(detail)), ...(remedy === undefined ? [] : linesOf(remedy))];
  return `${mark}  ${check.padEnd(10)}  ${lines.join(`\n${" ".repeat(indent)}`)}`;
}

/** Wraps a text to the width of the terminal. A pipe gets one line. */
function linesOf(text: string): string[] {
  return process.stdout.isTTY ? wrapped(text, Math.max(30, terminalColumns() - indent)) : [text];
}
