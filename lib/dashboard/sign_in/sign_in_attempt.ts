import { sha256Hex } from "../../access/mod.ts";

/** Time limit of a sign-in with an OpenID provider, in seconds. */
export const attemptSeconds = 600;

/** Values of one sign-in, from its start to the provider's response. */
export interface SignInAttempt {
  /** Identifies the attempt, so that it is used only once. */
  id: string;
  /** Returned by the provider, which proves that no other page started the sign-in. */
  state: string;
  /** Contained in the ID token, which binds the token to this sign-in. */
  nonce: string;
  /** Proves to the provider that the same client started the sign-in and requests the token (RFC 7636). */
  codeVerifier: string;
}

const cookieForm = /^([0-9a-z]{1,11})\.[0-9a-f]{64}$/;

/**
 * Returns the cookie value of an attempt: its start time and a secret. All other values are hashes of both. So nothing is stored
 * before a user has signed in, and a changed start time gives a different attempt.
 */
export function attemptCookie(now: number, secret: string): string {
  return `${now.toString(36)}.${secret}`;
}

/** Returns the attempt of a cookie, or undefined if the cookie is invalid or too old. */
export function readAttempt(cookie: string, now: number): SignInAttempt | undefined {
  const [, started] = cookieForm.exec(cookie) ?? [];
  if (started === undefined || now >= Number.parseInt(started, 36) + attemptSeconds * 1000) return undefined;
  const derive = (part: string): string => sha256Hex(`openid connect ${part} ${cookie}`);
  return {
    id: derive("id"),
    state: derive("state"),
    nonce: derive("nonce"),
    codeVerifier: derive("code verifier"),
  };
}
