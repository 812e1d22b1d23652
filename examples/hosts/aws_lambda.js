/** AWS Lambda: `index.mjs`, with Redis as storage. */
import { createPublicApi } from "postern";
import { toLambdaHandler } from "postern/aws-lambda";
import { redisDriver } from "postern/storage-drivers/redis";

const api = createPublicApi({
  storage: redisDriver({ url: process.env.REDIS_URL }),
  deployment: "cluster",
  basePath: "/content",
});

export const handler = toLambdaHandler(api);
