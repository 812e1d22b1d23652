const releases: (() => unknown)[] = [];

/** Runs a function after the last test of the file that calls it, the latest first. Files that share their modules share no top-level `afterAll`. */
export function releaseAfterFile(release: () => unknown): void {
  releases.push(release);
}

export async function releaseAll(): Promise<void> {
  for (const release of releases.splice(0).toReversed()) await release();
}
