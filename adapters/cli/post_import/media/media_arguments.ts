import {
  choice,
  text,
  type ValuesOf,
  type TextFlag,
  type ChoiceFlag,
} from "../../frame/arguments/argument_definition.ts";
import { UsageError } from "../../frame/exit/cli_error.ts";
import { CopiedFiles } from "./copied_files.ts";
import { ImportMedia, type ImportMediaSettings } from "./import_media.ts";
import type { MediaTarget } from "./media_target.ts";
import { StoredFiles, type StoredFilesSettings } from "./stored_files.ts";

/** Flags for the images and files of imported posts. */
export const importMediaArguments: Record<
  "media-dir" | "media-url" | "media-from" | "source-url",
  TextFlag
> & {
  media: ChoiceFlag<"report" | "copy" | "store">;
} = {
  media: choice(
    "List the images and files of posts, copy them, or put them into the media store (default: not read)",
    ["report", "copy", "store"],
  ),
  "media-dir": text("Folder to copy images and files to"),
  "media-url": text("URL at which that folder is served, or a path of the site"),
  "media-from": text(
    "Folder of the site with its images and files (default: found by the site's configuration)",
  ),
  "source-url": text(
    "URL of the old site, against which relative addresses are resolved (default: the organization's site)",
  ),
};

/** Values of {@link importMediaArguments}. */
export type MediaValues = ValuesOf<typeof importMediaArguments>;

/** The organization that gets the files, and the listener of their results. */
type ImportMediaContext = Pick<StoredFilesSettings, "organizationSlug" | "siteUrl" | "dryRun"> &
  Pick<ImportMediaSettings, "onEntry"> & {
    /** The organization's files. Undefined without `--media store`. */
    files: StoredFilesSettings["media"] | undefined;
  };

/**
 * Returns the images and files of an import, or undefined without `--media`.
 *
 * @throws {UsageError} if a flag is missing, superfluous or invalid
 */
export function openImportMedia(values: MediaValues, context: ImportMediaContext): ImportMedia | undefined {
  const { media, "media-dir": folder, "media-url": address, "media-from": from } = values;
  if (media !== "copy" && (folder ?? address) !== undefined)
    throw new UsageError("--media-dir and --media-url require --media copy");
  if (media === undefined && from !== undefined) throw new UsageError("--media-from requires --media");
  if (media === undefined) return undefined;
  const { siteUrl, onEntry } = context;
  const sourceUrl = withSlash(sourceUrlOf(values) ?? siteUrl);
  return new ImportMedia({ target: targetOf(values, context), siteFolder: from, sourceUrl, onEntry });
}

function targetOf(
  { media, "media-dir": folder, "media-url": address }: MediaValues,
  { files, organizationSlug, siteUrl, dryRun }: ImportMediaContext,
): MediaTarget | undefined {
  if (files !== undefined) return new StoredFiles({ media: files, organizationSlug, siteUrl, dryRun });
  if (media !== "copy") return undefined;
  if (folder === undefined || address === undefined)
    throw new UsageError("--media copy requires --media-dir and --media-url");
  const url = webUrl(address, siteUrl);
  if (url !== undefined) return new CopiedFiles({ folder, dryRun }, withSlash(url));
  throw new UsageError(
    `--media-url must be an http or https URL without user and password or a path, and is "${address}"`,
  );
}

/** @throws {UsageError} if the URL of the old site is invalid */
export function sourceUrlOf({ "source-url": address }: MediaValues): string | undefined {
  if (address === undefined) return undefined;
  const url = webUrl(address);
  if (url === undefined)
    throw new UsageError(
      `--source-url must be an http or https URL without user and password, and is "${address}"`,
    );
  return url.replace(/\/$/, "");
}

function webUrl(address: string, base?: string): string | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(address, base);
  return /^https?:$/.test(protocol) && username + password === "" ? origin + pathname : undefined;
}

function withSlash(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}
