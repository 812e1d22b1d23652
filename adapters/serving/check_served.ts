import { type Check, methods, type Place } from "../../lib/base/input/check_options.ts";
import type { Served } from "./serve_options.ts";

/** Accepts an API, or any object with a HatTip handler. */
const servedCheck: Check = methods(["handler"] satisfies (keyof Served)[]);

/** @throws {InvalidOptionError} when the value has no handler */
export function checkServed(served: unknown, action: Place["action"]): void {
  servedCheck(served, { action, option: "api" });
}
