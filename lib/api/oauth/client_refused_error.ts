/** A client is unknown, or breaks a rule. The user sees the message, and the browser stays at the dashboard. */
export class ClientRefusedError extends Error {
  override name = "ClientRefusedError";
}
