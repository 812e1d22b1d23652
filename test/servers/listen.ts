import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { releaseAfterUse } from "./release_after_use.ts";

/** Lets a server listen on a free port of the loopback interface until the test or file ends. Returns its origin. */
export async function listen(server: Server): Promise<string> {
  releaseAfterUse(() => {
    server.close();
    server.closeAllConnections();
  });
  if (!server.listening) await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
