import { expect, it } from "vitest";
import { TextCipher } from "../../browser/editor/text_cipher.ts";

const [key, otherKey] = ["0123456789abcdef".repeat(4), "f123456789abcdef".repeat(4)];
const text = "private words, \u732b and \u{1f600}";

it("encrypts a text so that only the same key reads it, only at its place", async () => {
  const sealed = await new TextCipher(key).encrypt(text, "ada /posts/hello");
  expect(await new TextCipher(key).decrypt(sealed, "ada /posts/hello")).toBe(text);
  const failure = { name: "OperationError" };
  await expect(new TextCipher(otherKey).decrypt(sealed, "ada /posts/hello")).rejects.toMatchObject(failure);
  await expect(new TextCipher(key).decrypt(sealed, "bob /posts/hello")).rejects.toMatchObject(failure);
});

it("encrypts a text differently each time", async () => {
  const cipher = new TextCipher(key);
  const sealed = await Promise.all([1, 2, 3].map(async () => cipher.encrypt(text, "place")));
  expect(new Set(sealed.map((one) => one.slice(0, 16))).size).toBe(3);
  for (const one of sealed) expect(atob(one)).not.toContain("private");
});

it.each(["0123", "xyz".repeat(30), ""])("encrypts nothing with the invalid key %j", async (invalid) => {
  await expect(new TextCipher(invalid).encrypt(text, "place")).rejects.toMatchObject({ name: "DataError" });
});
