import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../clock.ts';
import type { QueryObserver } from '../connection-pool.ts';
import { sendSpans } from './collector.ts';
import { errorType } from '../error-causes.ts';
import type { TracingSettings } from './settings.ts';
import { type TraceFigures, SpanQueue } from './span-queue.ts';

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

const MOST_TEXT = 2_000;
const COMMENT = /^(?:\s*\/\*.*?\*\/)*\s*/s;
const TABLE = /\b(?:from|into|update|join|table)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)/i;

export function statementName(text: string): string {
  const bare = text.replace(COMMENT, '');
  const verb = /^[a-z]+/i.exec(bare)?.[0].toUpperCase() ?? 'STATEMENT';
  const table = TABLE.exec(bare)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Statements without literals; parameters are not part of them anyway. */
export function withoutLiterals(text: string): string {
  const bare = text.replace(COMMENT, '').replace(/'(?:[^']|'')*'/g, `'?'`);
  return bare.length > MOST_TEXT ? `${bare.slice(0, MOST_TEXT)} ...` : bare;
}

/** Nothing personal: no addresses, values, names or messages of errors. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** A caller's traceparent. Without it the span belongs to the enclosing one, if any. */
  parent?: unknown;
  /** Traceparents of spans that led to this one. */
  links?: readonly unknown[];
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const NOTHING = (): void => undefined;
/** Of jobs that are done together. */
const MOST_LINKS = 32;

/** Spans of this process, sent to a collector (OpenTelemetry). Loaded only where the setting is on. */
export class Tracing {
  readonly settings: TracingSettings;
  readonly #around = new AsyncLocalStorage<Context>();
  readonly #queue: SpanQueue;
  readonly #tracer: Tracer;

  /** `process` says which process the spans are of, as attributes. */
  constructor(settings: TracingSettings, clock: Clock, process: SpanAttributes) {
    this.settings = settings;
    this.#queue = new SpanQueue((spans, signal) => sendSpans(settings, spans, signal), clock);
    // A caller may lower the share, but not raise it: anyone could have everything recorded.
    const share = new TraceIdRatioBasedSampler(settings.share);
    const provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': settings.serviceName, ...process }),
      sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
      spanProcessors: [this.#queue],
    });
    this.#tracer = provider.getTracer('atrium');
  }

  begin(name: string, { kind, attributes = {}, parent, links = [] }: SpanOptions): OpenSpan {
    const remote = readTraceparent(parent);
    const around = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : (this.#around.getStore() ?? ROOT_CONTEXT);
    const linked = links.slice(0, MOST_LINKS).flatMap((link) => readTraceparent(link) ?? []);
    const span = this.#tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes, links: linked.map((context) => ({ context })) },
      around,
    );
    return new OpenSpan(span, (work) => this.#around.run(trace.setSpan(around, span), work));
  }

  async inSpan<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const span = this.begin(name, options);
    try {
      const result = await span.run(() => work(span));
      span.end();
      return result;
    } catch (error) {
      span.end(errorType(error));
      throw error;
    }
  }

  /** A statement becomes a span of its call. Statements outside of calls, such as heartbeats, are left out. */
  readonly observe: QueryObserver = (text) => {
    const around = this.#around.getStore();
    if (around === undefined || trace.getSpan(around)?.isRecording() !== true) return NOTHING;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) };
    const span = this.#tracer.startSpan(statementName(text), { kind: SpanKind.CLIENT, attributes }, around);
    return (error) => {
      if (error !== undefined) failed(span, errorType(error));
      span.end();
    };
  };

  traceparent(): string | null {
    const around = this.#around.getStore();
    const span = around && trace.getSpan(around);
    return span?.isRecording() === true ? traceparentOf(span.spanContext()) : null;
  }

  figures(): TraceFigures {
    return this.#queue.figures();
  }

  /** Sends what waits. Never throws. */
  flush(): Promise<void> {
    return this.#queue.forceFlush();
  }

  /** Sends nothing, to check whether the collector accepts it. Returns the problem; null: none. */
  check(signal: AbortSignal): Promise<string | null> {
    return sendSpans(this.settings, [], signal).then(
      () => null,
      (error: Error) => error.message,
    );
  }

  /** Sends what waits, within so many milliseconds, and drops the rest. */
  close(milliseconds?: number): Promise<void> {
    return this.#queue.shutdown(milliseconds);
  }
}

export class OpenSpan {
  readonly #span: Span;
  /** Whatever is begun in `work`, now or later, belongs to the span. */
  readonly run: <T>(work: () => T) => T;

  constructor(span: Span, run: <T>(work: () => T) => T) {
    this.#span = span;
    this.run = run;
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  /** `fault`: what kind of error it ended with. Ending it again does nothing. */
  end(fault?: string): void {
    if (!this.#span.isRecording()) return;
    if (fault !== undefined) failed(this.#span, fault);
    this.#span.end();
  }
}

function failed(span: Span, fault: string): void {
  span.setAttribute('error.type', fault);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
