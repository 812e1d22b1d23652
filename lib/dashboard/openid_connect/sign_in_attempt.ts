import { sha256Hex } from "../../access/mod.ts";

/** How long a sign-in by an OpenID provider may take, in seconds. */
export const attemptSeconds = 600;

/** What belongs to one sign-in, from its beginning to the provider's answer. */
export interface SignInAttempt {
  /** Identifies it, where it must not happen twice. */
  id: string;
  /** Comes back with the answer, which another page could not have asked for. */
  state: string;
  /** Stands in the ID token, which is then no other sign-in's. */
  nonce: string;
  /** Shows the provider that who began asks for the token (RFC 7636). */
  codeVerifier: string;
}

const cookieForm = /^([0-9a-z]{1,11})\.[0-9a-f]{64}$/;

/**
 * What the browser's cookie holds of an attempt: when it began, and a secret. All else is made of both by a hash, so nothing is stored
 * before somebody has signed in, and a later time would be another attempt.
 */
export function attemptCookie(now: number, secret: string): string {
  return `${now.toString(36)}.${secret}`;
}

/** The attempt of a cookie, or undefined when it is none, or too old. */
export function readAttempt(cookie: string, now: number): SignInAttempt | undefined {
  const [, begun] = cookieForm.exec(cookie) ?? [];
  if (begun === undefined || now >= Number.parseInt(begun, 36) + attemptSeconds * 1000) return undefined;
  const derive = (part: string): string => sha256Hex(`openid connect ${part} ${cookie}`);
  return {
    id: derive("id"),
    state: derive("state"),
    nonce: derive("nonce"),
    codeVerifier: derive("code verifier"),
  };
}
