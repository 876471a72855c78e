import { withoutPasswords } from '../masked.ts';
import type { EnvironmentReader, SettingsPart } from '../settings.ts';

declare module '../settings.ts' {
  interface Settings {
    /** null: nothing is traced. */
    tracing: TracingSettings | null;
  }
}

export interface TracingSettings {
  /** Where spans are sent (OTLP over HTTP): "http://collector.example.edu:4318/v1/traces" */
  url: string;
  /** Sent along: they may hold a token. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of the traces that are recorded, from 0 to 1. */
  share: number;
}

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';
const SERVICE = 'OTEL_SERVICE_NAME';
const SHARE = 'OTEL_TRACES_SAMPLER_ARG';
const PATH = '/v1/traces';

/** Named as every OpenTelemetry SDK names them. */
export const tracingSettings: SettingsPart = {
  variables: [ENDPOINT, HEADERS, SERVICE, SHARE],
  secrets: [HEADERS],
  read: (environment) => {
    const url = exporterUrl(environment);
    const [headers, serviceName, share] = [
      exporterHeaders(environment),
      readServiceName(environment),
      samplingShare(environment),
    ];
    return { tracing: url === null ? null : { url, headers, serviceName, share } };
  },
};

function exporterUrl({ text, report }: EnvironmentReader): string | null {
  const written = text(ENDPOINT);
  if (written === null) return null;
  const url = URL.parse(written);
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (isPlain && ['http:', 'https:'].includes(url.protocol))
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}${PATH}`;
  report(
    ENDPOINT,
    `the address of a collector such as http://collector.example.edu:4318; passwords and tokens belong into ${HEADERS}`,
    withoutPasswords(written),
  );
  return null;
}

/** "authorization=Bearer%20abc,x-tenant=makeshop" */
function exporterHeaders({ text, report }: EnvironmentReader): Record<string, string> {
  const written = text(HEADERS);
  if (written === null) return {};
  try {
    const pairs = written.split(',').map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error('No pair');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    });
    return Object.fromEntries(new Headers(Object.fromEntries(pairs) as Record<string, string>));
  } catch {
    report(HEADERS, 'headers such as authorization=Bearer%20abc,x-tenant=makeshop', '***');
    return {};
  }
}

function readServiceName({ text, report }: EnvironmentReader): string {
  const name = text(SERVICE) ?? 'atrium';
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) report(SERVICE, 'a name of at most 100 letters', name);
  return name;
}

function samplingShare({ text, report }: EnvironmentReader): number {
  const written = text(SHARE) ?? '1';
  const share = Number(written);
  if (/^\d+(\.\d+)?$/.test(written) && share <= 1) return share;
  report(SHARE, 'a share from 0 to 1 such as 0.1', written);
  return 1;
}
