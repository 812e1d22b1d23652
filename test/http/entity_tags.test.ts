import { expect, it } from "vitest";
import { readEntityTags } from "../../lib/http/response/entity_tags.ts";

it.each([
  ["*", "*"],
  [" * ", "*"],
  ['"a"', [{ value: '"a"', isWeak: false }]],
  [
    'W/"a" , "b-br",""',
    [
      { value: '"a"', isWeak: true },
      { value: '"b-br"', isWeak: false },
      { value: '""', isWeak: false },
    ],
  ],
  ['a, *, "a b", w/"a", W/W/"a", "€"', [null, null, null, null, null, null]],
  ["", [null]],
  [" , ,", [null]],
  [
    ', "a" ,, "b",',
    [
      { value: '"a"', isWeak: false },
      { value: '"b"', isWeak: false },
    ],
  ],
  [
    '"a,b" , W/"c,\\", "é"',
    [
      { value: '"a,b"', isWeak: false },
      { value: '"c,\\"', isWeak: true },
      { value: '"é"', isWeak: false },
    ],
  ],
  ['*, "x"', [null, { value: '"x"', isWeak: false }]],
  ['"x", *', [{ value: '"x"', isWeak: false }, null]],
  ['"x" "y"', [null]],
  ['"x', [null]],
])("reads the entity tags %j", (list, tags) => {
  expect(readEntityTags(list)).toEqual(tags);
});
