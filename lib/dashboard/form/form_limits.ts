/** Limits of the dashboard's forms. */
export const formLimits = {
  /** Bytes of a form that is `application/x-www-form-urlencoded`. */
  urlencodedBytes: 262_144,
  /** Bytes of the form of a sign-in link. */
  signInBytes: 4096,
  /** Fields of a form: 100 selected posts, and the fields beside them. */
  fields: 500,
  /** Headers of a part, and their bytes. */
  partHeaders: 8,
  partHeaderBytes: 2048,
  /** Bytes of the texts and headers of a form with a large file. */
  bytesBesideFile: 65_536,
} as const;
