import { sql } from 'kysely';
import type { CheckResult, Fact, FactTable } from '../../../domain/calls/debug.ts';
import { storedResources } from '../../declarations/views.ts';
import type { Diagnostics } from '../../feature.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { factColumns } from '../../platform/fact-columns.ts';
import type { Needs } from '../../services.ts';
import { listedProcesses } from './about-processes.ts';

const TIMEOUT = '3s';
const PLAN_TIMEOUT = '15s';
const MOST = 10;
/** Statements without the values that are written in them. */
const WITHOUT_VALUES = (column: string) =>
  sql`left(regexp_replace(regexp_replace(${sql.raw(column)}, '''[^'']*''', '''?''', 'g'), '\\s+', ' ', 'g'), 300)`;

/** Queries of system tables end soon, also when others hold their locks. */
async function readOnly<T>(db: Db, work: (tx: Tx) => Promise<T>, timeout = TIMEOUT): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(tx);
    return work(tx);
  });
}

interface Basics {
  version: string;
  size: number;
  startedAt: string;
  connections: number;
  limit: number;
  hitRate: number | null;
  deadlocks: number;
  oldest: number | null;
}

async function basicFacts(tx: Tx, { watch }: Needs<'watch'>): Promise<Fact[]> {
  const { rows } = await sql<Basics>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      pg_postmaster_start_time() as "startedAt",
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "limit",
      d.blks_hit::float8 / nullif(d.blks_hit + d.blks_read, 0) as "hitRate", d.deadlocks,
      (select max(extract(epoch from statement_timestamp() - xact_start))::float8 from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as oldest
    from pg_stat_database d where d.datname = current_database()`.execute(tx);
  const basics = rows[0]!;
  const pool = watch.pool();
  const isLong = (basics.oldest ?? 0) > 60;
  return [
    { label: 'PostgreSQL', value: basics.version, kind: 'code' },
    { label: 'Started', value: basics.startedAt, kind: 'instant' },
    { label: 'Size', value: basics.size, kind: 'bytes' },
    {
      label: 'Connections',
      value: `${basics.connections} of ${basics.limit}`,
      ...(basics.connections > basics.limit * 0.8
        ? { state: 'attention' as const, note: 'Lower DATABASE_POOL or WORKERS, or raise max_connections.' }
        : {}),
    },
    {
      label: 'Connections of this process',
      value: `${pool.size} of ${pool.most}, ${pool.idle} idle, ${pool.waiting} waiting for one`,
      ...(pool.waiting > 0
        ? { state: 'attention' as const, note: 'DATABASE_POOL is small, or statements are slow.' }
        : {}),
    },
    { label: 'Read from memory', value: basics.hitRate, kind: 'share' },
    { label: 'Deadlocks so far', value: basics.deadlocks, kind: 'number' },
    {
      label: 'Longest transaction',
      value: basics.oldest,
      kind: 'seconds',
      ...(isLong
        ? { state: 'attention' as const, note: 'It prevents space from being reused, and may hold locks.' }
        : {}),
    },
  ];
}

/** By the database's last counts: measuring would wait for the very locks that are investigated. */
async function biggestTables(tx: Tx): Promise<FactTable> {
  const { rows } = await sql<{ name: string; rows: number; size: number; dead: number }>`
    select c.relname as name, greatest(c.reltuples, 0)::bigint as rows, coalesce(s.n_dead_tup, 0) as dead,
      (select sum(part.relpages) from pg_class part where part.oid in (c.oid, c.reltoastrelid)
        or part.oid in (select indexrelid from pg_index where indrelid in (c.oid, c.reltoastrelid)))
        * current_setting('block_size')::bigint as size
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by size desc, c.relname limit ${MOST}`.execute(
    tx,
  );
  return {
    title: 'Largest tables',
    columns: factColumns({
      Table: 'code',
      'Rows (estimated)': 'number',
      'Size with indexes (estimated)': 'bytes',
      'Dead rows': 'number',
    }),
    rows: rows.map(({ name, rows: count, size, dead }) => [name, count, size, dead]),
    empty: 'There are no tables.',
  };
}

async function lockWaits(tx: Tx): Promise<FactTable> {
  const { rows } = await sql<{ pid: number; by: string; seconds: number; what: string; holder: string }>`
    select a.pid, array_to_string(pg_blocking_pids(a.pid), ', ') as by,
      extract(epoch from statement_timestamp() - a.query_start)::float8 as seconds,
      ${WITHOUT_VALUES('a.query')} as what,
      (select ${WITHOUT_VALUES('h.query')} from pg_stat_activity h where h.pid = any(pg_blocking_pids(a.pid)) limit 1) as holder
    from pg_stat_activity a
    where a.datname = current_database() and a.wait_event_type = 'Lock' order by a.query_start limit ${MOST}`.execute(
    tx,
  );
  return {
    title: 'Locks: waiting transactions',
    columns: factColumns({
      Waiting: 'code',
      For: 'code',
      Since: 'seconds',
      Statement: 'code',
      'Last statement of the lock holder': 'code',
    }),
    rows: rows.map(({ pid, by, seconds, what, holder }) => [String(pid), by, seconds, what, holder]),
    empty: 'No transactions are waiting.',
  };
}

async function running(tx: Tx): Promise<FactTable> {
  const { rows } = await sql<{ pid: number; name: string; seconds: number; what: string }>`
    select pid, application_name as name, extract(epoch from statement_timestamp() - query_start)::float8 as seconds,
      ${WITHOUT_VALUES('query')} as what
    from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
      and query_start < statement_timestamp() - interval '1 second' and backend_type = 'client backend'
    order by query_start limit ${MOST}`.execute(tx);
  return {
    title: 'Running for more than a second',
    columns: factColumns({ Connection: 'code', Of: 'text', For: 'seconds', Statement: 'code' }),
    rows: rows.map(({ pid, name, seconds, what }) => [String(pid), name, seconds, what]),
    empty: 'No statement has been running that long.',
  };
}

/** Of all processes, or of the server itself where pg_stat_statements is installed. */
async function slowStatements(tx: Tx, services: Needs<'clock' | 'db' | 'watch'>): Promise<FactTable[]> {
  const processes = await listedProcesses({ ...services, db: tx });
  const own = new Map<string, { ms: number; count: number; at: string }>();
  for (const { text, ms, count, at } of processes.flatMap(({ figures }) => figures.slowQueries)) {
    const known = own.get(text);
    own.set(text, {
      ms: Math.max(ms, known?.ms ?? 0),
      count: count + (known?.count ?? 0),
      at: known && known.at > at ? known.at : at,
    });
  }
  const slowest = [...own].toSorted(([, one], [, other]) => other.ms - one.ms).slice(0, MOST);
  const measured: FactTable = {
    title: 'Slow statements since the start',
    columns: factColumns({ Statement: 'code', Slowest: 'milliseconds', Times: 'number', Last: 'instant' }),
    rows: slowest.map(([text, { ms, count, at }]) => [text, ms, count, at]),
    empty: 'No statement took 200 ms or more.',
  };
  const { rows: found } = await sql`select 1 from pg_extension where extname = 'pg_stat_statements'`.execute(tx);
  return found.length === 0 ? [measured] : [measured, await costliest(tx)];
}

async function costliest(tx: Tx): Promise<FactTable> {
  const { rows } = await sql<{ what: string; calls: number; total: number; mean: number }>`
    select ${WITHOUT_VALUES('query')} as what, calls, total_exec_time as total, mean_exec_time as mean
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit ${MOST}`.execute(tx);
  return {
    title: 'Statements by total time (pg_stat_statements)',
    columns: factColumns({ Statement: 'code', Times: 'number', Total: 'milliseconds', Each: 'milliseconds' }),
    rows: rows.map(({ what, calls, total, mean }) => [what, calls, total, mean]),
    empty: 'Nothing is recorded yet.',
  };
}

async function missingTables(tx: Tx, { model }: Needs<'model'>): Promise<Fact> {
  const { rows } = await sql<{ name: string }>`
    select wanted.name from unnest(${storedResources(model).map(({ name }) => name)}::text[]) as wanted (name)
    where to_regclass(quote_ident(wanted.name)) is null`.execute(tx);
  const missing = rows.map(({ name }) => name);
  return {
    label: 'Tables and declarations',
    value: missing.length === 0 ? `all ${storedResources(model).length} there` : `missing: ${missing.join(', ')}`,
    state: missing.length === 0 ? 'good' : 'fault',
    ...(missing.length === 0 ? {} : { note: 'Restart the server. It updates the tables to match the declarations.' }),
  };
}

/** A row is written, read and taken back. */
async function tryWrite({ db, clock }: Needs<'clock' | 'db'>): Promise<CheckResult> {
  const undone = new Error('undone');
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${TIMEOUT}, true)`.execute(tx);
      const key = `debug:${clock.now()}`;
      await tx.insertInto('rateLimits').values({ key, count: 0, endsAt: clock.instant() }).execute();
      await tx.selectFrom('rateLimits').select('id').where('key', '=', key).executeTakeFirstOrThrow();
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return { outcome: 'passed', says: 'A row was written, read and rolled back.' };
}

async function compareClocks({ db, clock }: Needs<'clock' | 'db'>): Promise<CheckResult> {
  const before = clock.now() - clock.offset;
  const { rows } = await sql<{ now: number }>`select extract(epoch from statement_timestamp()) * 1000 as now`.execute(
    db,
  );
  const after = clock.now() - clock.offset;
  const theirs = rows[0]!.now;
  const ahead = theirs < before ? theirs - before : theirs > after ? theirs - after : 0;
  const says =
    Math.abs(ahead) < 1
      ? 'The clocks of the database and of this machine agree.'
      : `The clock of the database is ${Math.abs(Math.round(ahead))} ms ${ahead < 0 ? 'behind' : 'ahead of'} this machine’s.`;
  return Math.abs(ahead) <= 1_000
    ? { outcome: 'passed', says }
    : { outcome: 'attention', says, todo: 'Synchronize both machines with the same time source (NTP).' };
}

async function compareSchema({
  db,
  model,
  schemaChanges,
}: Needs<'db' | 'model' | 'schemaChanges'>): Promise<CheckResult> {
  const changes = await readOnly(db, schemaChanges, PLAN_TIMEOUT);
  if (changes.length === 0)
    return { outcome: 'passed', says: `All ${model.resources.size} tables match the declarations.` };
  const listed = changes.slice(0, MOST).map(({ place, words }) => `${place}: ${words}`);
  const more = changes.length > MOST ? ` And ${changes.length - MOST} more.` : '';
  return {
    outcome: changes.every(({ loss }) => loss === 'none') ? 'attention' : 'failed',
    says: `${changes.length === 1 ? 'One difference' : `${changes.length} differences`}. ${listed.join('. ')}.${more}`,
    todo: 'See "npm run schema -- plan" on the server; "npm run schema -- apply" brings the tables to the declarations.',
  };
}

export const aboutDatabase: Diagnostics = {
  key: 'database',
  title: 'Database',
  facts: (services) =>
    readOnly(services.db, async (tx) => ({
      facts: [...(await basicFacts(tx, services)), await missingTables(tx, services)],
      tables: [
        await biggestTables(tx),
        await lockWaits(tx),
        await running(tx),
        ...(await slowStatements(tx, services)),
      ],
    })),
  checks: [
    { key: 'write', title: 'Write a row and roll back', run: tryWrite },
    { key: 'clock', title: 'Compare the clocks', run: compareClocks },
    { key: 'schema', title: 'Compare tables and declarations', seconds: 20, run: compareSchema },
  ],
};
