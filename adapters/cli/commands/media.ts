import type { MediaStore } from "../../../lib/media/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone } from "../frame/output/output.ts";
import { mediaStoreArguments, openMedia } from "../store/media_arguments.ts";
import { storeArguments } from "../store/store_arguments.ts";
import { withApi } from "../store/with_api.ts";

const sweep: CliCommand = cliCommand({
  description:
    "Remove the bytes of deleted files a day after a first sweep found them; the server does so by itself",
  args: { ...storeArguments, ...mediaStoreArguments },
  examples: { "postern media sweep": "look at all files, and remove bytes without a record" },
  run: async ({ args }) => {
    const open = async (): Promise<MediaStore> => {
      const media = await openMedia(args);
      if (media !== undefined) return media;
      throw new CliError("There is no media store. Name one with --media-store");
    };
    await withApi({ ...args, openMedia: open }, async (api) => {
      const swept = await api.media?.sweep();
      const { removed = 0, waiting = 0, kept = 0 } = swept ?? {};
      const text = `Removed ${removed} files without a record; ${waiting} others wait, and ${kept} have a record`;
      await printDone(text, { removed, waiting, kept }, args);
    });
  },
});

export const mediaCommand: CliCommand = commandGroup("Files, such as pictures", { sweep });
