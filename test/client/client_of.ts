import { type ClientOptions, createClient, type PosternClient, PosternError } from "../../lib/client/mod.ts";
import { ManualClock } from "../manual_clock.ts";

/** The key that the clients of these tests have. */
export const secret = "postern_abcdefghijklmnop_secret";

/** A client that waits for nothing: its waits are kept, in milliseconds, and the clock moves on by them. */
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

/** The error that a call ends with. The key is nowhere in it. */
export async function errorOf(call: Promise<unknown>): Promise<PosternError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PosternError)) throw new Error("The call ended otherwise", { cause: error });
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const told = JSON.stringify(Object.entries(one)) + one.message + String(one.stack);
    if (told.includes(secret)) throw new Error(`The error tells the key: ${told}`);
  }
  return error;
}
