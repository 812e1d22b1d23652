import { once } from "node:events";
import { connect } from "node:net";

/** Sends raw bytes, and returns the response until the server ends the connection. */
export async function rawRequest(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8");
  socket.on("data", (part: string) => {
    answer += part;
    // Some servers keep the connection for seconds, in spite of `connection: close`.
    if (isComplete(answer, text.startsWith("HEAD "))) socket.setTimeout(1000);
  });
  socket.on("error", () => undefined);
  socket.setTimeout(60_000, () => socket.destroy());
  socket.write(text);
  // A server may end the connection before it has read everything. Its earlier response counts.
  await once(socket, "close").catch(() => undefined);
  return answer;
}

/** True if the last response has all of the body that its headers announce. */
function isComplete(answer: string, isHead: boolean): boolean {
  const start = answer.lastIndexOf("HTTP/1.1 ");
  const end = answer.indexOf("\r\n\r\n", start);
  if (end === -1 || isHead) return end !== -1;
  const headers = answer.slice(start, end);
  const length = /^content-length: (\d+)/im.exec(headers)?.[1];
  if (length !== undefined) return Buffer.byteLength(answer.slice(end + 4)) >= Number(length);
  return !/^transfer-encoding: chunked/im.test(headers) || answer.endsWith("0\r\n\r\n");
}

/** Returns the head of a request with `connection: close`. */
export function head(line: string, ...headers: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
}
