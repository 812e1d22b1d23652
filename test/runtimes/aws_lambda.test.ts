import { eventKinds } from "../adapters/lambda_events.ts";
import { describeHttp } from "./_http_suite.ts";
import { describeMedia } from "./_media_suite.ts";
import { describeOn } from "./runtime.ts";
import { startGateway } from "./start_gateway.ts";

const lambda = {
  name: "AWS Lambda events on Node",
  command: process.execPath,
  version: process.versions.node,
};

describeOn(lambda, () => {
  // Without lists, a load balancer hides that a key is sent twice.
  for (const kind of eventKinds.filter((one) => one !== "load balancer")) {
    describeHttp(`HTTP by postern/aws-lambda, ${kind}`, () => startGateway(kind), {
      hasNoEarlyAnswers: true,
      // The tests' gateway resolves them.
      resolvesPaths: true,
      keepsTwoHosts: true,
      // The tests' gateway has one host.
      readsHost: true,
    });
  }
  for (const kind of eventKinds) {
    describeMedia(`files by postern/aws-lambda, ${kind}`, () => startGateway(kind, "media_app"), {
      hasNoEarlyAnswers: true,
      // A load balancer takes no longer results.
      ...(kind.startsWith("load balancer") && { bytes: 500_000 }),
    });
  }
});
