import {
  type ClientOptions,
  createClient,
  type PosternClient,
  PosternError,
} from "../../lib/api/client/mod.ts";
import { ManualClock } from "../manual_clock.ts";

/** API key of the clients in these tests. */
export const secret = "postern_abcdefghijklmnop_secret";

/** Creates a client that does not wait. It records the waits in milliseconds, and advances the clock instead. */
export function clientOf(
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): { client: PosternClient; waits: number[]; clock: ManualClock } {
  const clock = new ManualClock();
  const waits: number[] = [];
  const client = createClient({
    baseUrl,
    organizationSlug: "acme",
    apiKey: secret,
    clock,
    randomBytes: (length) => new Uint8Array(length).fill(128),
    sleep: (milliseconds, signal) => {
      signal?.throwIfAborted();
      waits.push(milliseconds);
      clock.advance(milliseconds);
      return Promise.resolve();
    },
    ...options,
  });
  return { client, waits, clock };
}

/** Returns the error of a call, and checks that it does not contain the key. */
export async function errorOf(call: Promise<unknown>): Promise<PosternError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PosternError))
    throw new Error("The call did not fail with a PosternError", { cause: error });
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const text = JSON.stringify(Object.entries(one)) + one.message + String(one.stack);
    if (text.includes(secret)) throw new Error(`The error contains the key: ${text}`);
  }
  return error;
}
