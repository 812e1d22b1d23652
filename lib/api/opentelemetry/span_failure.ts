import { type Span, SpanStatusCode } from "@opentelemetry/api";
import { stackOf } from "../../base/report_error.ts";
import { withoutSecrets } from "../../base/secrets/without_secrets.ts";

/** Marks a span as failed. `error.type` is the class of the error, or the text `otherwise`. */
export function markFailed(span: Span, error: unknown, otherwise: string = "_OTHER"): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", error instanceof Error ? error.name : otherwise);
}

/** Adds an error with its causes to a span, without the secrets in its texts. */
export function recordError(span: Span, error: unknown): void {
  if (!(error instanceof Error)) return;
  const { name, message } = error;
  const stack = withoutSecrets(stackOf(error));
  span.recordException({ name, message: withoutSecrets(message), stack });
}
