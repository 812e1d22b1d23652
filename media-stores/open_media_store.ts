import { refuse } from "../lib/base/input/check_options.ts";
import type { MediaBytes } from "../lib/media/mod.ts";
import { environmentValue } from "../storage-drivers/opening/environment_value.ts";

/** The settings that {@link openMediaStore} accepts, for help texts. */
export const mediaStoreForms: readonly string[] = ["fs:DIRECTORY", "s3:URL"];

/**
 * Opens the media store of a setting: `fs:DIRECTORY`, or `s3:` and the URL of a bucket. The credentials of a bucket come from
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` and `AWS_REGION`.
 *
 * @throws {InvalidOptionError} when the setting or the credentials are invalid
 *
 * @example
 * ```ts
 * import { mediaStore } from "postern/media";
 * import { openMediaStore } from "postern/media-stores";
 *
 * const media = mediaStore(await openMediaStore("fs:media"));
 * ```
 */
export async function openMediaStore(setting: string): Promise<MediaBytes> {
  const [, scheme, rest = ""] = /^(fs|s3):(.+)$/s.exec(setting) ?? [];
  if (scheme === "fs") return (await import("./files.ts")).filesMedia({ path: rest });
  if (scheme === "s3") {
    const sessionToken = environmentValue("AWS_SESSION_TOKEN");
    const region = environmentValue("AWS_REGION");
    return (await import("./s3.ts")).s3Media({
      url: rest,
      accessKeyId: environmentValue("AWS_ACCESS_KEY_ID") ?? "",
      secretAccessKey: environmentValue("AWS_SECRET_ACCESS_KEY") ?? "",
      ...(sessionToken !== undefined && { sessionToken }),
      ...(region !== undefined && { region }),
    });
  }
  return refuse(
    { action: "open the media store", option: "setting" },
    `of one of the forms ${mediaStoreForms.join(", ")}`,
    setting.slice(0, 40),
  );
}
