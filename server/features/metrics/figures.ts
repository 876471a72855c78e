import { sql } from 'kysely';
import { transaction } from '../../platform/database.ts';
import { type RequestSeries, BUCKETS } from '../../platform/request-figures.ts';
import type { Needs } from '../../services.ts';

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [labels: Labels, value: number, suffix?: '_bucket' | '_sum' | '_count'];

function metric(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(
    ([labels, value, suffix = '']) => `${name}${suffix}${labelText(labels)} ${valueText(value)}`,
  );
  return [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...lines,
    '',
  ].join('\n');
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function valueText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}

/** All metrics: of this process with its label, and of the database, the same from every process. */
export async function metricsText(services: Needs<'clock' | 'db' | 'watch'>): Promise<string> {
  return [
    ownMetrics(services),
    await sharedMetrics(services).catch(() =>
      metric('atrium_database_up', 'gauge', 'Whether the database answers.', [[{}, 0]]),
    ),
  ].join('');
}

function ownMetrics({ watch }: Needs<'watch'>): string {
  const own = { process: process.pid };
  const { rss, heapUsed } = process.memoryUsage();
  const pool = watch.pool();
  const loop = watch.loop();
  return [
    metric(
      'http_request_duration_seconds',
      'histogram',
      'Requests by route, method and status.',
      watch.requests.all().flatMap(histogramSamples),
    ),
    metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [[own, rss]]),
    metric('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', [[own, heapUsed]]),
    metric('process_uptime_seconds', 'gauge', 'Time since the start.', [[own, process.uptime()]]),
    metric(
      'nodejs_eventloop_lag_p99_seconds',
      'gauge',
      'Delay of the event loop, 99th percentile.',
      loop ? [[own, loop.p99 / 1000]] : [],
    ),
    metric(
      'nodejs_eventloop_utilization_ratio',
      'gauge',
      'Share of time that the event loop is in use.',
      loop ? [[own, loop.utilization]] : [],
    ),
    metric('atrium_database_connections', 'gauge', 'Connections of the pool by state.', [
      [{ ...own, state: 'used' }, pool.size - pool.idle],
      [{ ...own, state: 'idle' }, pool.idle],
    ]),
    metric('atrium_database_connections_limit', 'gauge', 'The most connections of the pool.', [[own, pool.most]]),
    metric('atrium_database_waiting', 'gauge', 'Who wait for a connection.', [[own, pool.waiting]]),
  ].join('');
}

function histogramSamples({ method, route, status, count, sum, buckets }: RequestSeries): Sample[] {
  const labels = { process: process.pid, method, route, status };
  return [
    ...BUCKETS.map((le, at): Sample => [{ ...labels, le }, buckets[at] ?? 0, '_bucket']),
    [{ ...labels, le: '+Inf' }, count, '_bucket'],
    [labels, sum, '_sum'],
    [labels, count, '_count'],
  ];
}

interface Counted {
  of: string;
  state: string;
  count: number;
}

async function sharedMetrics({ db, clock }: Needs<'clock' | 'db'>): Promise<string> {
  const dayAgo = new Date(clock.now() - 86_400_000).toISOString();
  const [jobs, mails, logins] = await transaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', '3s', true)`.execute(tx);
    const count = async (query: ReturnType<typeof sql<Counted>>): Promise<Counted[]> => (await query.execute(tx)).rows;
    return [
      await count(sql<Counted>`select name as "of", state::text as state, count(*)::int as count from pgboss.job
        where name not like '\\_\\_pgboss%' group by name, state`),
      await count(sql<Counted>`select '' as "of", "state", count(*)::int as count from "mails" group by "state"`),
      await count(sql<Counted>`select '' as "of", 'people' as state, count(*)::int as count from "users" where "lastLoginAt" > ${dayAgo}
        union all select '', 'refused', count(*)::int from "loginAttempts" where not "succeeded" and "at" > ${dayAgo}`),
    ] as const;
  });
  return [
    metric('atrium_database_up', 'gauge', 'Whether the database answers.', [[{}, 1]]),
    metric(
      'atrium_jobs',
      'gauge',
      'Background jobs by queue and state.',
      jobs.map(({ of: queue, state, count }) => [{ queue, state }, count]),
    ),
    metric(
      'atrium_mails',
      'gauge',
      'Emails of the outbox by state.',
      mails.map(({ state, count }) => [{ state }, count]),
    ),
    metric(
      'atrium_logins',
      'gauge',
      'People who logged in within a day, and refused logins on record.',
      logins.map(({ state, count }) => [{ state }, count]),
    ),
  ].join('');
}
