/** Returns the pattern that finds an email address in a text. ASCII case is ignored. A longer address that contains it does not match. */
export function addressPattern(email: string): RegExp {
  const escaped = email.replace(/[^\w@]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w.+-])${escaped}(?![\w-]|\.\w)`, "gi");
}
