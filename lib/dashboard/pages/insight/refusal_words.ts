import { problems } from "../../../http/mod.ts";

interface RefusalWords {
  reason: string;
  /** The next step. */
  advice: string;
}

const words: Readonly<Record<string, RefusalWords>> = {
  "missing-key": {
    reason: "No key was sent",
    advice: "This page of the API needs a key. Add one where the request is made.",
  },
  "invalid-key": {
    reason: "The key was wrong",
    advice: "Check that the whole key was copied, and that it is a key of this service.",
  },
  "expired-key": {
    reason: "The key had expired",
    advice: "Generate another key, and use it wherever the old one is still sent.",
  },
  "revoked-key": {
    reason: "The key was revoked",
    advice: "Something still sends it. Put a live key in its place, or look for who uses it.",
  },
  "disabled-key": {
    reason: "The key was disabled",
    advice: "Enable it on its page, or put a live key in its place.",
  },
  "invalid-token": {
    reason: "The access of an assistant had expired",
    advice: "Most assistants refresh it themselves. If one does not, connect it again.",
  },
  "inactive-user": {
    reason: "The owner of the key is no longer a member",
    advice: "Generate a key that belongs to an active member.",
  },
  "quota-exceeded": {
    reason: "The key had no requests left on that day",
    advice: "Cache responses where the key is used, or ask for a higher limit.",
  },
  "burst-exceeded": {
    reason: "Too many requests came in one second",
    advice: "Spread the requests, for example while your site is built.",
  },
  "address-not-allowed": {
    reason: "The request came from a network that the key does not allow",
    advice: "Add the network on the page of the key. If you do not know the sender, roll the key.",
  },
  "too-many-failures": {
    reason: "One address sent too many wrong keys",
    advice: "It is blocked for a while. If it is yours, check the key that it sends.",
  },
  "missing-permission": {
    reason: "The key was not allowed to do this",
    advice: "Generate a key with the permission, by a member who has it.",
  },
  "grant-refused": {
    reason: "The key tried to give away more than it may",
    advice: "Let a member with more permissions do this.",
  },
  "wrong-organization": {
    reason: "The key belongs to another organization",
    advice: "Use a key of the organization whose content is requested.",
  },
  "too-many-searches": {
    reason: "One address searched too often without a key",
    advice: "Send a key with the searches of your own site.",
  },
  "too-many-previews": {
    reason: "One address opened too many previews",
    advice: "Wait a minute, then open the preview again.",
  },
};

/** Returns the reason of a refusal and the next step, in words. */
export function refusalWords(code: string): RefusalWords {
  if (Object.hasOwn(words, code)) return words[code] ?? { reason: code, advice: "" };
  const problem = Object.entries(problems).find(([name]) => name === code)?.[1];
  return { reason: problem?.title ?? code, advice: "" };
}
