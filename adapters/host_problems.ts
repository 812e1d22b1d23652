import { ProblemError } from "../lib/problems/mod.ts";

/** The problem of a request with more than one Host header line (RFC 9112, section 3.2). */
export const twoHosts: ProblemError = new ProblemError(
  "invalid-header",
  "The request must have one Host header line, and has several",
  { isShared: true },
);

/** The problem of a request whose URL cannot be built from its Host header. */
export const invalidHost: ProblemError = new ProblemError(
  "invalid-header",
  "The header Host must be a host name or an address, with or without a port",
  { isShared: true },
);
