import { systemClock } from "../../../../lib/base/time/clock.ts";
import { sleep } from "../../../../lib/base/time/sleep.ts";
import { linkExport } from "../../../../lib/import/files/mod.ts";
import type { ImportItem } from "../../../../lib/import/mod.ts";
import { openWordPressSite } from "../../../../lib/import/wordpress_site/mod.ts";
import { createSender } from "../../../node/send_over_https.ts";
import type { ImportFilesOptions } from "../import_files.ts";
import { politeGet, type PoliteGetOptions } from "./polite_get.ts";

/** Options of {@link readSite}. */
export interface ReadSiteOptions
  extends
    Pick<ImportFilesOptions, "language" | "postFields" | "links" | "onProgress" | "signal">,
    Pick<PoliteGetOptions, "login" | "allowPrivateNetworks" | "onWait"> {}

/**
 * Reads the posts and pages of a WordPress site by its REST API.
 *
 * @throws {ImportError} if the site cannot be read
 */
export async function* readSite(address: string, options: ReadSiteOptions): AsyncGenerator<ImportItem> {
  const { language, postFields, links, onProgress, login, ...access } = options;
  const { get } = createSender();
  if (get === undefined) return;
  const site = await openWordPressSite(address, {
    get: politeGet({ ...access, get, site: address, login, clock: systemClock, sleep }),
    hasPassword: login !== undefined,
    postFields,
    onProgress: (progress) => onProgress({ ...progress, isChecking: progress.total === undefined }),
  });
  yield* linkExport(site.read, { links, exportUrl: site.home, language });
}
