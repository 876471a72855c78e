import type { Fact } from '../../../domain/calls/debug.ts';
import type { Diagnostics } from '../../feature.ts';
import type { LoopFigures } from '../../platform/process-watch.ts';
import { portalVersion } from './version.ts';

export const aboutServer: Diagnostics = {
  key: 'server',
  title: 'Server',
  facts: async ({ settings, clock, watch }) => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const loop = watch.loop();
    return {
      facts: [
        { label: 'Version', value: await portalVersion(settings.root), kind: 'code' },
        { label: 'Node', value: process.version, kind: 'code' },
        { label: 'Started', value: watch.startedAt, kind: 'instant' },
        { label: 'Uptime', value: process.uptime(), kind: 'seconds' },
        { label: 'Server time', value: clock.instant(), kind: 'instant' },
        { label: 'Memory', value: rss, kind: 'bytes' },
        { label: 'Heap in use', value: heapUsed, kind: 'bytes' },
        { label: 'Memory outside the heap', value: external, kind: 'bytes' },
        ...(loop ? loopFacts(loop) : []),
      ],
    };
  },
};

function loopFacts({ p50, p99, max, utilization }: LoopFigures): Fact[] {
  const isSlow = p99 > 200;
  return [
    { label: 'Event loop delay, median', value: p50, kind: 'milliseconds' },
    {
      label: 'Event loop delay, 99th percentile',
      value: p99,
      kind: 'milliseconds',
      ...(isSlow ? { state: 'attention' as const, note: 'Requests wait for long computations.' } : {}),
    },
    { label: 'Event loop delay, longest', value: max, kind: 'milliseconds' },
    { label: 'Event loop in use', value: utilization, kind: 'share' },
  ];
}
