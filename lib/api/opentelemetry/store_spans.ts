import { context, trace, type Tracer } from "@opentelemetry/api";
import type { TraceCall } from "../../store/mod.ts";
import { markFailed } from "./span_failure.ts";

/**
 * Creates the function that records calls to the store below the active span. A call has no span if the active span has ended, because work
 * after a response keeps the context of the request that began it.
 */
export function traceStoreCalls(tracer: Tracer): TraceCall {
  return (operation, call, failureOf) => {
    if (trace.getActiveSpan()?.isRecording() !== true) return call();
    const span = tracer.startSpan(`store.${operation}`);
    const fail = (error: unknown): never => {
      markFailed(span, error);
      span.end();
      throw error;
    };
    const succeed = <Value>(value: Value): Value => {
      const failure = failureOf?.(value as Parameters<typeof failureOf>[0]);
      if (failure !== undefined) markFailed(span, failure);
      span.end();
      return value;
    };
    let result: ReturnType<typeof call>;
    try {
      result = context.with(trace.setSpan(context.active(), span), call);
    } catch (error) {
      return fail(error);
    }
    return result instanceof Promise ? (result.then(succeed, fail) as typeof result) : succeed(result);
  };
}
