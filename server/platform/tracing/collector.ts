import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './settings.ts';

const TIMEOUT_MS = 5_000;
/** Responses after which a batch may be retried (OTLP specification, "Retryable response codes"). */
const RETRIED = new Set([429, 502, 503, 504]);

export class CollectorFault extends Error {
  /** The collector will never accept this batch. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Returns how many spans of the batch the collector has rejected. Throws a CollectorFault. */
export async function sendSpans(
  { url, headers }: TracingSettings,
  spans: readonly ReadableSpan[],
  signal: AbortSignal,
): Promise<number> {
  const body = JsonTraceSerializer.serializeRequest([...spans]) ?? '{"resourceSpans":[]}';
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: body as BodyInit,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    throw new CollectorFault(collectorReason(error), false);
  });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new CollectorFault(`It answered ${answer.status}`, !RETRIED.has(answer.status));
  return rejectedIn(said);
}

/** Of a partial success: `{ "partialSuccess": { "rejectedSpans": "2" } }` */
function rejectedIn(said: unknown): number {
  const { partialSuccess } = (said ?? {}) as { partialSuccess?: { rejectedSpans?: unknown } | null };
  const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
  return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
}

function collectorReason(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `It did not answer within ${TIMEOUT_MS / 1000} seconds`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return code === null ? 'It could not be reached' : `It could not be reached: ${code}`;
}
