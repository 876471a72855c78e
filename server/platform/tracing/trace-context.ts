import type { SpanContext } from '@opentelemetry/api';

/** Version, trace, parent, flags; later versions may add parts (W3C Trace Context, level 1). */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[\x20-\x7e]{0,200})?$/;
const SAMPLED = 1;

/** The caller's span; null for an invalid traceparent, which counts as absent. */
export function readTraceparent(header: unknown): SpanContext | null {
  const [, version, traceId, spanId, flags = '', rest] =
    (typeof header === 'string' ? TRACEPARENT.exec(header) : null) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && rest !== undefined)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
