/** Codes of Node and OpenSSL in the messages of failed connections, with their meaning. */
const meanings: readonly (readonly [code: string, meaning: string])[] = [
  ["ECONNREFUSED", "no server listens at the address"],
  ["ENOTFOUND", "the host name has no address"],
  ["EAI_AGAIN", "the host name cannot be looked up now"],
  ["EHOSTUNREACH", "the address cannot be reached"],
  ["ENETUNREACH", "the address cannot be reached"],
  ["ECONNRESET", "the server closed the connection"],
  ["socket hang up", "the server closed the connection"],
  ["certificate", "the certificate of the host is not valid"],
];

/** Returns the reason of a failed connection in words, with the message of the runtime in brackets if it has a known code. */
export function connectionWords(reason: string): string {
  const meaning = meanings.find(([code]) => reason.includes(code))?.[1];
  return meaning === undefined ? reason : `${meaning} (${reason})`;
}
