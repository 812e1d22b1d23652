import { type IncludedText, mostIncludedBytes, withIncludes } from "../includes/with_includes.ts";
import { reasonOfFile } from "../files/skipped_file.ts";
import type { SiteSummary } from "../site_config/site.ts";
import type { ZipFolder } from "./zip/zip_folder.ts";

/** Returns a Markdown file of a zip with the texts of the files that it includes. Undefined for a zip without a configuration. */
export async function withZipIncludes(
  text: string,
  { path, site, folder }: { path: string; site: SiteSummary | undefined; folder: ZipFolder },
): Promise<IncludedText | undefined> {
  if (site === undefined) return undefined;
  const read = async (included: string): Promise<string | undefined> => {
    if (!folder.has(included) || folder.sizeOf(included) > mostIncludedBytes) return undefined;
    return folder.text(included).catch(unlessRefused);
  };
  return withIncludes(text, { site, path, read });
}

/** @throws the error if it is about the whole upload */
function unlessRefused(error: unknown): undefined {
  reasonOfFile(error);
}
