import type { PreparedResponse } from "../../exchange/mod.ts";

/** The documentation of the APIs. Each response is created when it is first requested, and kept. */
export interface Documentation {
  openApi(): PreparedResponse;
  adminOpenApi(): PreparedResponse;
  docs(): PreparedResponse;
  problems(): PreparedResponse;
  stylesheet(): PreparedResponse;
}
