import * as fc from "fast-check";
import { expect, it } from "vitest";
import { openAdminWorld } from "../admin/admin_world.ts";
import { trials } from "../full_run.ts";
import { picture } from "../media/_media_world.ts";
import { film, sound, svg } from "../media/types/_files.ts";
import { junkText } from "./mutation.ts";

/** Files of several types, and bytes of none. */
const files = [picture("text"), svg("<circle r='1'/>"), sound(3), film(), new Uint8Array([1, 2, 3])];

// The world compares each response with the document.
it("responds to every file, whole, cut off or damaged, as described", async () => {
  const world = await openAdminWorld({ rateLimit: { perDay: 1_000_000_000 } });
  const statuses = new Set<number>();
  const text = fc.option(fc.oneof(junkText, fc.constant("Boats")), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(
      fc.record({ name: text, alt: text, title: text }),
      fc.constantFrom(...files),
      fc.option(fc.record({ at: fc.nat(100), byte: fc.nat(255), isEnd: fc.boolean() })),
      async (texts, whole, change) => {
        const body = change?.isEnd === true ? whole.slice(0, change.at) : whole.slice();
        if (change?.isEnd === false && change.at < body.length) body[change.at] = change.byte;
        const query = Object.entries(texts).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        );
        const url = `http://localhost/api/admin/v1/media?${new URLSearchParams(query).toString()}`;
        const headers = { "x-api-key": world.owner.key };
        const response = await world.api.fetch(new Request(url, { method: "POST", headers, body }));
        statuses.add(response.status);
        await response.arrayBuffer();
      },
    ),
    { numRuns: trials(200) },
  );
  expect([...statuses].toSorted((one, other) => one - other)).toEqual([200, 201, 400, 422]);
});
