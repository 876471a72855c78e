import { sql } from 'kysely';
import { formatMonth } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import type { Needs } from '../../services.ts';
import { REASON } from '../ledger/commands.ts';

const COMMAND = { command: true } as const;
/** Transactions that began in the month have ended. */
const GRACE_MS = 10 * 60_000;

type Rows = CommandRows<'bookMonths'>;

/** Months are closed in order and reopened in the opposite one. Postings into a closed month are refused (ledger/post.ts). */
export function addMonthCommands(services: Needs<'engine' | 'clock' | 'model'>): void {
  const { engine, clock } = services;
  engine.command('bookMonths.close', {
    resource: 'bookMonths',
    lock: (tx) => takeLock(tx, 'book months'),
    refusals: (call) => closeRefusals(services, call),
    refreshes: 'everything',
    run: async ({ tx, actor, rows }) => {
      for (const { month, endsAt, transactions, totalCents } of rows) {
        if (await isClosed(tx, month)) throw changed();
        const closed = { closedAt: clock.instant(), closedById: actor.id, activeFor: month };
        const values = { month, endsAt, transactions, totalCents, ...closed };
        await engine.create(actor, 'bookClosings', values, { tx, ...COMMAND });
      }
    },
  });
  engine.command('bookMonths.reopen', {
    resource: 'bookMonths',
    inputs: { required: ['reason'], properties: { reason: REASON } },
    lock: (tx) => takeLock(tx, 'book months'),
    refusals: reopenRefusals,
    refreshes: 'everything',
    run: async ({ tx, actor, rows, inputs }) => {
      const reason = String(inputs['reason']).trim();
      for (const { month } of rows) {
        const closing = await tx
          .selectFrom('bookClosings')
          .select('id')
          .where('activeFor', '=', month)
          .executeTakeFirst();
        if (!closing) throw changed();
        const reopened = { reopenedAt: clock.instant(), reopenedById: actor.id, reason, activeFor: null };
        await engine.update(actor, 'bookClosings', closing.id, reopened, { tx, ...COMMAND });
      }
    },
  });
}

async function isClosed(tx: Tx, month: string): Promise<boolean> {
  const closing = await tx.selectFrom('bookClosings').select('id').where('activeFor', '=', month).executeTakeFirst();
  return closing !== undefined;
}

function changed() {
  return problem(409, 'books.month-changed', 'Not possible', 'Someone else has closed or reopened this month.');
}

async function closeRefusals(
  { clock, model }: Needs<'clock' | 'model'>,
  { tx, rows }: Rows,
): Promise<Map<number, string>> {
  const { rows: first } = await sql<{ month: string | null }>`
    select to_char(min("at") at time zone ${model.site.timezone}, 'YYYY-MM') as month from "ledgerPostings"
    where "at" >= coalesce((select max("endsAt") from "bookClosings" where "activeFor" is not null), '-infinity')`.execute(
    tx,
  );
  const earliest = first[0]?.month ?? '';
  return refusalsOf(rows, ({ month, endsAt }) => {
    if (Date.parse(endsAt) + GRACE_MS > clock.now()) return 'The month is not over yet.';
    return earliest < month ? `Close ${formatMonth(earliest)} first.` : null;
  });
}

async function reopenRefusals({ tx, rows }: Rows): Promise<Map<number, string>> {
  const last = await tx
    .selectFrom('bookClosings')
    .select(({ fn }) => fn.max('month').as('month'))
    .where('activeFor', 'is not', null)
    .executeTakeFirst();
  return refusalsOf(rows, ({ month }) =>
    last?.month != null && last.month > month ? `Reopen ${formatMonth(last.month)} first.` : null,
  );
}

function refusalsOf(rows: Rows['rows'], explain: (row: Rows['rows'][number]) => string | null): Map<number, string> {
  return new Map(
    rows.flatMap((row): [number, string][] => {
      const text = explain(row);
      return text === null ? [] : [[row.id, text]];
    }),
  );
}
