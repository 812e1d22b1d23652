import * as fc from "fast-check";

/** A step of a trial. `key` and `user` are indexes modulo the number of existing keys and users. */
export type Step =
  | { do: "generate"; user: number; expiresIn?: string }
  | { do: "roll"; key: number; overlap: string }
  | { do: "revoke"; key: number }
  | { do: "disable" | "enable" | "leave" | "join"; user: number }
  | { do: "request"; key: number; times: number; process: number }
  /** Requests that are pending while the key is revoked, or rolled without an overlap. */
  | { do: "race"; key: number; times: number; end: "revoke" | "roll" }
  | { do: "advance"; milliseconds: number };

const minute = 60_000;
const hour = 60 * minute;

const key = fc.nat({ max: 7 });
const user = fc.nat({ max: 1 });
const times = fc.integer({ min: 1, max: 4 });

const generate: fc.Arbitrary<Step> = fc.record(
  {
    do: fc.constant("generate" as const),
    user,
    expiresIn: fc.constantFrom("1m", "1h", "1d"),
  },
  { requiredKeys: ["do", "user"] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: generate },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("roll" as const),
      key,
      overlap: fc.constantFrom("0", "1m", "1h", "24h"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke" as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("disable", "enable", "enable", "leave", "join", "join"),
      user,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("request" as const), key, times, process: fc.nat({ max: 1 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("race" as const),
      key,
      times,
      end: fc.constantFrom("revoke" as const, "roll" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      milliseconds: fc.constantFrom(1, minute - 1, minute, hour, 12 * hour, 24 * hour),
    }),
  },
);

/** Random steps. The first generates a key, so that the others have a key to use. */
export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(generate, fc.array(step, { minLength: 5, maxLength: 40, size: "max" }))
  .map(([first, others]) => [first, ...others]);
