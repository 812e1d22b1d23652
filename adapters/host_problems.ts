import { ProblemError } from "../lib/problems/mod.ts";

/** Refuses a request with more than one Host header line (RFC 9112, section 3.2). */
export const twoHosts: ProblemError = new ProblemError(
  "invalid-header",
  "The request has several Host header lines. Send one",
  { isShared: true },
);

/** Refuses to send a response that is longer than a result of AWS Lambda. */
export const responseTooLarge: ProblemError = new ProblemError(
  "response-too-large",
  "The response has more bytes than AWS Lambda sends: 6000000 as text, 4500000 in another form. Request fewer items or fields",
  { isShared: true },
);

/** Refuses a request whose Host header makes its URL invalid. */
export const invalidHost: ProblemError = new ProblemError(
  "invalid-header",
  "The header Host must be a host name or an address, with or without a port",
  { isShared: true },
);
