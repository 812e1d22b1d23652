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
    socket.setTimeout(1000);
  });
  socket.on("error", () => undefined);
  socket.setTimeout(15_000, () => socket.destroy());
  socket.write(text);
  // A server may end the connection before it has read everything. Its earlier response counts.
  await once(socket, "close").catch(() => undefined);
  return answer;
}

/** Returns the head of a request with `connection: close`. */
export function head(line: string, ...headers: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
}
