import { existsSync } from "node:fs";

// The secret that encrypts the secrets of webhooks.
if (existsSync(".env.local")) process.loadEnvFile(".env.local");

/** Settings of `npm run postern` and of `npx postern`. Webhooks go to this machine, so http and private networks are allowed. */
export default {
  storage: "lmdb:.postern/data",
  port: 3100,
  secret: process.env.POSTERN_SECRET,
  webhooksAllowHttp: "on",
  webhooksAllowPrivateNetworks: "on",
};
