import type { OpenTelemetry, OpenTelemetryOptions } from "../../../lib/api/opentelemetry/mod.ts";
import { importNeeding } from "../../../storage-drivers/opening/load_package.ts";
import { type OptionalToggle, optionalToggle } from "../frame/arguments/argument_definition.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { CliError } from "../frame/exit/cli_error.ts";

type OtelFlag = "otel" | "otel-client-address" | "otel-webhook-traceparent";

/** Arguments about OpenTelemetry. */
export const otelArguments: Record<OtelFlag, OptionalToggle> = asSettings({
  otel: optionalToggle(
    "Traces and metrics for OpenTelemetry, through an SDK that node --import has started. Needs the package @opentelemetry/api",
  ),
  "otel-client-address": optionalToggle("Addresses of clients in traces. Needs --otel"),
  "otel-webhook-traceparent": optionalToggle("The header traceparent on webhooks. Needs --otel"),
});

/** The given values of {@link otelArguments}. */
export type OtelFlags = { [Name in OtelFlag]?: boolean | undefined };

/**
 * Returns the options of OpenTelemetry, or undefined without `--otel`.
 *
 * @throws {CliError} when a flag needs `--otel`
 */
export function otelOptionsOf(flags: OtelFlags): OpenTelemetryOptions | undefined {
  const clientAddress = flags["otel-client-address"] === true;
  const webhookTraceparent = flags["otel-webhook-traceparent"] === true;
  if (flags.otel === true) return { clientAddress, webhookTraceparent };
  if (!clientAddress && !webhookTraceparent) return undefined;
  const flag = clientAddress ? "--otel-client-address" : "--otel-webhook-traceparent";
  throw new CliError(`Cannot serve: ${flag} needs --otel`);
}

/**
 * Loads OpenTelemetry, only where it is used.
 *
 * @throws {OptionalPackageError} if the package `@opentelemetry/api` is not installed
 */
export async function loadOpenTelemetry(options: OpenTelemetryOptions): Promise<OpenTelemetry> {
  const { openTelemetry } = await importNeeding(
    "@opentelemetry/api",
    "serve with --otel",
    () => import("../../../lib/api/opentelemetry/mod.ts"),
  );
  return openTelemetry(options);
}
