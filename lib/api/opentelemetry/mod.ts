/**
 * Traces and metrics for OpenTelemetry. It needs the package `@opentelemetry/api`, and exports through the SDK that the host has started.
 *
 * @module
 */

export { type OpenTelemetry, openTelemetry, type OpenTelemetryOptions } from "./open_telemetry.ts";
export type { Telemetry } from "./telemetry.ts";
