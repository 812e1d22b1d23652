/** Mode of files that only the owner can read. A store contains names, addresses, drafts and hashes of keys. */
export const privateFile = 0o600;

/** Mode of directories that only the owner can use. */
export const privateDirectory = 0o700;
