import {
  text,
  type TextFlag,
  toggle,
  type Toggle,
  type ValuesOf,
} from "../../frame/arguments/argument_definition.ts";
import { UsageError } from "../../frame/exit/cli_error.ts";
import { readInput } from "../../frame/input/read_input.ts";
import type { SiteLogin } from "./polite_get.ts";

/** Flags for the address of a WordPress site. */
export const siteArguments: { user: TextFlag; "password-stdin": Toggle } = {
  user: text("User of the WordPress site at an https address, for drafts and the stored content"),
  "password-stdin": toggle("Read the user's application password from the standard input"),
};

/** Values of {@link siteArguments}, and of the arguments that an address excludes. */
type SiteValues = ValuesOf<typeof siteArguments> & {
  _: readonly string[];
  format: string | undefined;
  media: string | undefined;
  "media-from": string | undefined;
};

/** True for the address of a site. Other paths are files and folders. */
export function isSiteAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Checks the arguments about sites, and reads the password.
 *
 * @throws {UsageError} if arguments contradict one another
 */
export async function readSiteLogin(values: SiteValues): Promise<SiteLogin | undefined> {
  const { user, "password-stdin": hasPassword, _: paths, format, media, "media-from": folder } = values;
  const hasSite = paths.some(isSiteAddress);
  if (hasSite && format !== undefined && format !== "wordpress")
    throw new UsageError(`The address of a site is read in the format wordpress, not ${format}`);
  if (hasSite && media !== undefined && folder === undefined)
    throw new UsageError(
      "--media requires --media-from for the address of a site: its files are not requested",
    );
  if (user === undefined && !hasPassword) return undefined;
  if (user === undefined || !hasPassword)
    throw new UsageError("--user and --password-stdin require each other");
  if (paths.length !== 1 || !/^https:/i.test(paths[0] ?? ""))
    throw new UsageError("--user requires a single https address of a WordPress site");
  const password = (await readInput("-")).trim();
  if (user === "" || user.includes(":") || password === "")
    throw new UsageError("--user must be a name without a colon, and the password must not be empty");
  return { user, password };
}
