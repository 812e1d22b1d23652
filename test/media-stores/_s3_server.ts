import { createRequire } from "node:module";
import type * as Crypto from "node:crypto";
import type { AddressInfo } from "node:net";
import type { S3MediaOptions } from "../../media-stores/s3.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** The part of the package s3rver that tests use. It has no types. */
interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

const crypto = createRequire(import.meta.url)("node:crypto") as typeof Crypto;

/** Lets s3rver 3.7 write the token of a further page. OpenSSL 3 does not have the cipher that it uses. */
function allowTokens(): void {
  const { createCipheriv } = crypto;
  const withTripleDes = (name: string, key: Buffer, ...rest: [Buffer]): unknown =>
    name === "des"
      ? createCipheriv("des-ede3-cbc", Buffer.concat([key, key, key]), ...rest)
      : createCipheriv(name, key, ...rest);
  Object.assign(crypto, { createCipheriv: withTripleDes });
}

/** Starts a server with the interface of S3 and an empty bucket. */
export async function startS3(): Promise<{ options: S3MediaOptions; close: () => Promise<void> }> {
  allowTokens();
  const Server = createRequire(import.meta.url)("s3rver") as new (options: object) => S3Server;
  const { path: directory, remove } = temporaryDirectory();
  const server = new Server({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "media" }],
  });
  const { port } = await server.run();
  return {
    options: { url: `http://127.0.0.1:${port}/media`, accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    close: async () => {
      await server.close();
      remove();
    },
  };
}
