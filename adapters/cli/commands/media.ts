import { resolve } from "node:path";
import { type CopiedMedia, copyMedia } from "../../../lib/media/mod.ts";
import { mediaStoreForms } from "../../../media-stores/open_media_store.ts";
import { positional, text } from "../frame/arguments/argument_definition.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { exitCodes } from "../frame/exit/exit_codes.ts";
import { stoppedEarly, untilStopped } from "../frame/exit/until_stopped.ts";
import { printDone } from "../frame/output/output.ts";
import {
  mediaStoreArguments,
  openExistingMedia,
  openMediaBytes,
  requireMedia,
} from "../store/media_arguments.ts";
import { storeArguments } from "../store/store_arguments.ts";
import { withApi } from "../store/with_api.ts";

const sweep: CliCommand = cliCommand({
  description:
    "Remove the bytes of deleted files a day after a first sweep found them; the server does so by itself",
  args: { ...storeArguments, ...mediaStoreArguments },
  examples: { "postern media sweep": "look at all files, and remove bytes without a record" },
  run: async ({ args }) => {
    await withApi({ ...args, openMedia: async () => requireMedia(args) }, async (api) => {
      const swept = await api.media?.sweep();
      const { removed = 0, waiting = 0, kept = 0, restored = 0 } = swept ?? {};
      const again = restored === 0 ? "" : `; restored ${restored} deleted files that posts show`;
      const text = `Removed ${removed} files without a record; ${waiting} others wait, and ${kept} have a record${again}`;
      await printDone(text, { removed, waiting, kept, restored }, args);
    });
  },
});

const copy: CliCommand = cliCommand({
  description:
    'Copy the bytes of files into another media store; together with the records of "postern backup" or "postern export" they are the whole',
  args: {
    from: positional(`Source of the files: ${mediaStoreForms.join(" or ")} of a bucket`),
    to: positional("Target of the files, in the same form"),
    org: text("Slug of the organization whose files are copied (default: all)"),
  },
  examples: {
    "postern media copy fs:data-media fs:/backup/media": "keep the files beside a backup",
    "postern media copy fs:data-media s3:https://s3.example/bucket": "move the files into a bucket",
  },
  run: async ({ args }) => {
    const { from, to, org } = args;
    if (nameOf(from) === nameOf(to)) throw new UsageError("Name two different media stores");
    const source = await openExistingMedia(from, "FROM");
    if (source === undefined)
      throw new CliError(`Cannot copy the files: the directory of ${from} does not exist`);
    const target = await openMediaBytes(to, "TO");
    const result = await untilStopped(
      "Stopping after the files in progress. Press Ctrl-C again to stop without them",
      async (display, signal) =>
        copyMedia(source, target, {
          organizationSlug: org,
          signal,
          onProgress: ({ copied, unchanged }) => {
            const items = copied + unchanged;
            display.update({ done: items, total: undefined, items, unit: "files" });
          },
        }),
    );
    await printDone(toLine(result), result, args);
    if (!result.isComplete) process.exitCode = exitCodes.interrupted.code;
  },
});

/** Returns a location with an absolute path, so that equal names mean the same media store. */
function nameOf(location: string): string {
  const [, path] = /^fs:(.+)$/s.exec(location) ?? [];
  return path === undefined ? location : `fs:${resolve(path)}`;
}

function toLine({ copied, bytes, unchanged, isComplete }: CopiedMedia): string {
  const counts = `Copied ${copied} ${copied === 1 ? "file" : "files"} of ${bytes} bytes; ${unchanged} were already there`;
  return isComplete
    ? `${counts}. These are the bytes: "postern backup" and "postern export" have the records`
    : counts + stoppedEarly;
}

export const mediaCommand: CliCommand = commandGroup("Files, such as pictures", { copy, sweep });
