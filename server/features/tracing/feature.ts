import { formatNumber } from '../../../domain/values/formats.ts';
import type { Fact } from '../../../domain/calls/debug.ts';
import type { Diagnostics, Feature } from '../../feature.ts';
import { tracingSettings } from '../../platform/tracing/settings.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';

const OFF: Fact = {
  label: 'Traces',
  value: 'off',
  note: 'Set OTEL_EXPORTER_OTLP_ENDPOINT to send them to a collector.',
};

function tracingFacts(tracing: Tracing): Fact[] {
  const { url, serviceName, share } = tracing.settings;
  const { sent, waiting, most, dropped, lastSentAt, fault } = tracing.figures();
  return [
    { label: 'Traces', value: 'on', ...(fault === null ? { state: 'good' } : {}) },
    { label: 'Collector', value: url, kind: 'code' },
    { label: 'Service name', value: serviceName, kind: 'code' },
    { label: 'Share of requests and jobs', value: share, kind: 'share' },
    { label: 'Spans sent', value: sent, kind: 'number' },
    { label: 'Last sent', value: lastSentAt, kind: 'instant' },
    {
      label: 'Spans waiting',
      value: `${formatNumber(waiting)} of ${formatNumber(most)} at most`,
    },
    {
      label: 'Spans dropped',
      value: dropped,
      kind: 'number',
      ...(dropped > 0
        ? { state: 'attention', note: 'The collector did not accept them in time, or rejected them.' }
        : {}),
    },
    ...(fault === null
      ? []
      : [{ label: 'Last failure', value: fault, state: 'attention', note: 'It will be retried.' } satisfies Fact]),
  ];
}

const aboutTraces: Diagnostics = {
  key: 'traces',
  title: 'Traces',
  facts: async ({ tracing }) => ({ facts: tracing === null ? [OFF] : tracingFacts(tracing) }),
  checks: [
    {
      key: 'collector',
      title: 'Send an empty batch to the collector',
      run: async ({ tracing }, signal) => {
        if (tracing === null) return { outcome: 'skipped', says: 'OTEL_EXPORTER_OTLP_ENDPOINT is not set.' };
        const fault = await tracing.check(signal);
        return fault === null
          ? { outcome: 'passed', says: 'The collector accepted it.' }
          : {
              outcome: 'failed',
              says: `${fault}.`,
              todo: 'Check the address and the headers, and whether the collector is running.',
            };
      },
    },
  ],
};

export const tracing: Feature = { name: 'tracing', settings: tracingSettings, diagnostics: [aboutTraces] };
