import { type Check, refuse } from "../base/input/check_options.ts";
import { InvalidOptionError } from "../base/input/invalid_option_error.ts";

const allowed = "a storage driver of Postern or an unstorage storage";

/** Checks that a value can be a storage. For a setting such as `lmdb:./data`, the error shows the call that opens it. */
export const storageCheck: Check = (value, place) => {
  if (typeof value === "string") throw settingGiven(value, place);
  // The binding of a KV namespace can be a function; `openStore` rejects it with the reason.
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  if (!isObject || value instanceof Promise) refuse(place, allowed, value);
};

/** Creates the error for a setting. It hides settings that could contain a password. */
function settingGiven(setting: string, { action, option }: Parameters<Check>[1]): InvalidOptionError {
  const isShown = /^[\w:./\\-]{1,60}$/.test(setting);
  const call = isShown ? `openStorageDriver(${JSON.stringify(setting)})` : "openStorageDriver(setting)";
  const reason = `${option} must be ${allowed}, and is ${isShown ? JSON.stringify(setting) : "a text"}; open it with await ${call} of postern/storage-drivers`;
  return new InvalidOptionError(action, option, reason);
}
