import type { SkippedItem } from "../import_item.ts";
import { isAboutRepository, pageName } from "../paths/page_path.ts";

/** Names in the root of a folder that only repositories have. */
const marks =
  /^(?:\.git|\.github|\.gitignore|\.gitlab-ci\.yml|package\.json|Gemfile|Cargo\.toml|go\.mod|pyproject\.toml)$/;

/** The paths of a folder, as far as they show whether it is a repository. */
interface FolderPaths {
  /** Names in the folder, with hidden names. */
  names: readonly string[];
  /** True if a subfolder has pages. */
  hasPagesBelow: boolean;
  /** True if a site generator's rules say which files are pages. */
  hasGenerator: boolean;
}

/**
 * Returns the files in the root of a repository that are about the repository, such as `README.md`. A repository has pages in subfolders, and two
 * such files or another sign. A file with front matter is a page nevertheless.
 */
export function repositoryFiles({ names, hasPagesBelow, hasGenerator }: FolderPaths): ReadonlySet<string> {
  const about = names.filter(isAboutRepository);
  const isRepository = about.length > 1 || names.some((name) => marks.test(name));
  const isLeftOut = !hasGenerator && hasPagesBelow && isRepository;
  return new Set(isLeftOut ? about.filter((name) => pageName.test(name)) : []);
}

/** Returns the item of a page about a repository. */
export function repositoryFile(file: string): SkippedItem {
  const reason = "it is about the repository, and no page of the site";
  return { kind: "skipped", category: "about-repository", reason, isLoss: false, place: { file } };
}
