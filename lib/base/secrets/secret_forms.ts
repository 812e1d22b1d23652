/** Characters of a key's id, of its secret, and of the checksum at its end. */
export const keyLengths = { id: 16, secret: 43, checksum: 6 } as const;

/** Characters of the token of a session or a sign-in link. */
export const sessionTokenLength = 43;

/** Characters of the id at the start of a preview token, and of the secret after it. */
export const previewLengths = { id: 16, secret: 32 } as const;

/** Start of a webhook's secret. Base64 follows. */
export const webhookSecretPrefix = "whsec_";

/** Lengths of the words of letters and digits that are secrets: tokens, and secrets of keys with or without their checksum. */
const wordLengths: readonly number[] = [
  sessionTokenLength,
  keyLengths.secret,
  keyLengths.secret + keyLengths.checksum,
  previewLengths.id + previewLengths.secret,
];

/** Length of the shortest word that is a secret. */
export const shortestWord: number = Math.min(...wordLengths);

const underscore = "(?:_|%(?:25)*5[Ff])";

/** A key with any prefix and at least a part of its secret. Its underscores may be percent-encoded, also several times. */
export const keyForm: RegExp = new RegExp(
  String.raw`(${underscore}[a-z2-7]{${keyLengths.id}}${underscore})\w+`,
  "g",
);

/** A key that a person pastes, with at least a part of its secret. The group is its id. A prefix has at most 20 characters. */
export const pastedKeyForm: RegExp = new RegExp(
  String.raw`[a-z][a-z0-9]{0,19}_([a-z2-7]{${keyLengths.id}})_\w+`,
  "g",
);

const keyId = new RegExp(`^[a-z2-7]{${keyLengths.id}}$`);

/** True if a text has the form of a key's id. */
export function hasKeyIdForm(text: string): boolean {
  return keyId.test(text);
}

/** Cuts pasted keys to their ids. */
export function cutPastedKeys(text: string): string {
  return text.replace(pastedKeyForm, "$1");
}

/** Parameters with tokens of any form, such as those of OpenID providers and OAuth. */
const parameterForm = /([?&;](?:[\w-]*token|code|state|preview)=)[^&;#\s"\\]+/gi;

const webhookSecretForm = new RegExp(String.raw`(${webhookSecretPrefix})[\w+/=-]+`, "gi");

const word = wordLengths.map((length) => `[0-9A-Za-z]{${length}}`).join("|");
const wordForm = new RegExp(`(?<![0-9A-Za-z])()(?:${word})(?![0-9A-Za-z])`, "g");

/** The forms of secrets. The first group of each stays when the rest is redacted. */
export const secretForms: readonly RegExp[] = [keyForm, parameterForm, webhookSecretForm, wordForm];
