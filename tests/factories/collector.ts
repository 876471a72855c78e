import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector has it after decoding. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2: an error. */
  status: number;
  /** Nanoseconds. */
  start: bigint;
  end: bigint;
}

export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  /** All bodies, as text. */
  bodies: string[];
  headers: IncomingMessage['headers'][];
  /** What it answers from now on: a status, with a body, or nothing ever. Default: 200. */
  answers: (answer: number | 'nothing', body?: unknown) => void;
  /** Resolves with the next request. */
  asked: () => Promise<unknown>;
  close: () => Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface Batch {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Record<string, unknown>[] }[];
  }[];
}

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Batch;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: String(span['traceId']),
        spanId: String(span['spanId']),
        parentSpanId: span['parentSpanId'] ? String(span['parentSpanId']) : null,
        name: String(span['name']),
        kind: Number(span['kind']),
        attributes: valuesOf((span['attributes'] ?? []) as Attribute[]),
        resource: valuesOf(resource.attributes),
        links: (span['links'] ?? []) as ReceivedSpan['links'],
        status: (span['status'] as { code?: number }).code ?? 0,
        start: BigInt(String(span['startTimeUnixNano'])),
        end: BigInt(String(span['endTimeUnixNano'])),
      })),
    ),
  );
}

/** A collector that takes OTLP over HTTP with JSON at /v1/traces, on a port of its own. */
export async function startCollector(): Promise<Collector> {
  let answer: number | 'nothing' = 200;
  let nextResponse: unknown = {};
  const [spans, bodies, headers]: [ReceivedSpan[], string[], IncomingMessage['headers'][]] = [[], [], []];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    headers.push(request.headers);
    if (answer === 'nothing') return;
    if (request.method !== 'POST' || request.url !== '/v1/traces') response.writeHead(404).end();
    else {
      if (answer === 200) {
        bodies.push(body);
        spans.push(...spansIn(body));
      }
      response.writeHead(answer, { 'content-type': 'application/json' }).end(JSON.stringify(nextResponse));
    }
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    answers: (given, body = {}) => {
      answer = given;
      nextResponse = body;
    },
    asked: () => once(server, 'request'),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
