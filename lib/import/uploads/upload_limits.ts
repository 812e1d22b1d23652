/** Maximum number of files in a zip. */
export const mostZipFiles = 10_000;

/** Maximum size of a file with one post in bytes. */
export const mostPostBytes = 5_000_000;

/** Maximum size of all files of a zip in bytes, after they are inflated. */
export const mostInflatedBytes = 200_000_000;
