/** The mode of files for the owner alone: a store holds names, addresses, drafts and hashes of keys. */
export const privateFile = 0o600;

/** The mode of directories for the owner alone. */
export const privateDirectory = 0o700;
