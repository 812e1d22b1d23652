import {
  choice,
  text,
  type ValuesOf,
  type TextFlag,
  type ChoiceFlag,
} from "../../frame/arguments/argument_definition.ts";
import { UsageError } from "../../frame/exit/cli_error.ts";
import { ImportMedia, type ImportMediaSettings } from "./import_media.ts";

/** Flags for the images and files of imported posts. */
export const mediaArguments: Record<"media-dir" | "media-url" | "media-from" | "source-url", TextFlag> & {
  media: ChoiceFlag<"report" | "copy">;
} = {
  media: choice("List the images and files of the posts, or copy them (default: they are not read)", [
    "report",
    "copy",
  ]),
  "media-dir": text("Folder to copy images and files to"),
  "media-url": text("URL at which that folder is served, or a path of the site"),
  "media-from": text(
    "Folder of the site with its images and files (default: found by the site's configuration)",
  ),
  "source-url": text(
    "URL of the old site, against which relative addresses are resolved (default: the organization's site)",
  ),
};

/** Values of {@link mediaArguments}. */
export type MediaValues = ValuesOf<typeof mediaArguments>;

/**
 * Returns the images and files of an import, or undefined without `--media`.
 *
 * @throws {UsageError} if a flag is missing, superfluous or invalid
 */
export function openMedia(
  values: MediaValues,
  { siteUrl, ...options }: { siteUrl: string } & Pick<ImportMediaSettings, "dryRun" | "onEntry">,
): ImportMedia | undefined {
  const { media, "media-dir": folder, "media-url": address, "media-from": from } = values;
  const sourceUrl = sourceUrlOf(values) ?? siteUrl;
  if (media !== "copy" && (folder ?? address) !== undefined)
    throw new UsageError("--media-dir and --media-url require --media copy");
  if (media === undefined && from !== undefined) throw new UsageError("--media-from requires --media");
  if (media === undefined) return undefined;
  const settings = { ...options, siteFolder: from, sourceUrl: withSlash(sourceUrl) };
  if (media === "report") return new ImportMedia({ ...settings, copies: undefined });
  if (folder === undefined || address === undefined)
    throw new UsageError("--media copy requires --media-dir and --media-url");
  const url = webUrl(address, siteUrl);
  if (url === undefined)
    throw new UsageError(
      `--media-url must be an http or https URL without user and password or a path, and is "${address}"`,
    );
  return new ImportMedia({ ...settings, copies: { folder, url: withSlash(url) } });
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
