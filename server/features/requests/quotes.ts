import { addDays } from '../../../domain/hours/hours.ts';
import { isExpired, quoteTotal, type Quote, type QuoteLine, type QuoteState } from '../../../domain/requests/quotes.ts';
import type { Status } from '../../../domain/requests/workflow.ts';
import { formatDay } from '../../../domain/values/formats.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import { invalid } from '../../resources/refusals.ts';
import type { Needs, NoticeServices } from '../../services.ts';
import type { RequestContext } from './context.ts';
import type { SubmissionRow } from './rows.ts';

export interface NewQuote {
  /** Null: one line with the price. */
  lines: readonly QuoteLine[] | null;
  /** Their sum. */
  costCents: number;
  /** Null: by the setting. */
  expiresOn: string | null;
}

export interface StoredQuote extends Quote {
  submissionId: number;
  by: string;
  at: string;
}

/** The quotes of these requests, the latest first. */
export async function quotesOf(db: Db, submissionIds: readonly number[]): Promise<StoredQuote[]> {
  if (submissionIds.length === 0) return [];
  return db
    .selectFrom('quotes')
    .select(['submissionId', 'number', 'lines', 'totalCents', 'expiresOn', 'state', 'createdAt as at'])
    .select(({ fn, val }) => fn.coalesce('byName', val('')).as('by'))
    .where('submissionId', 'in', submissionIds)
    .orderBy('submissionId')
    .orderBy('number', 'desc')
    .$castTo<StoredQuote>()
    .execute();
}

/** The total of the lines that staff entered. */
export function requireTotal(lines: readonly QuoteLine[]): number {
  const total = quoteTotal(lines);
  if (total === null) throw invalid({ quoteLines: 'The lines must add up to a price between 0 and 1 million' });
  return total;
}

export function defaultExpiry({ clock, model, systemSettings }: NoticeServices): string {
  return addDays(localDate(clock.now(), model.site.timezone), systemSettings.value('prices.quoteDays'));
}

/** Adds a revision, which replaces the one before it. Its request is locked. */
export async function sendQuote(
  { services, tx, author }: RequestContext,
  row: SubmissionRow,
  { lines, costCents: cents, expiresOn }: NewQuote,
): Promise<void> {
  const [latest] = await quotesOf(tx, [row.id]);
  if (latest) await setState(tx, row.id, 'superseded');
  await tx
    .insertInto('quotes')
    .values({
      submissionId: row.id,
      number: (latest?.number ?? 0) + 1,
      lines: JSON.stringify(lines ?? [{ label: row.subject ?? 'Price', quantity: 1, unitCents: cents }]),
      totalCents: cents,
      expiresOn: expiresOn ?? latestExpiry(latest) ?? defaultExpiry(services),
      state: 'sent',
      byName: author.name,
      createdById: author.id,
    })
    .execute();
}

function latestExpiry(latest: StoredQuote | undefined): string | null {
  return latest?.state === 'sent' ? latest.expiresOn : null;
}

/** A corrected price is a revision with the same lines, and one with the difference. */
export async function correctQuote(context: RequestContext, row: SubmissionRow): Promise<void> {
  const [latest] = await quotesOf(context.tx, [row.id]);
  const costCents = row.costCents ?? 0;
  const difference = costCents - (latest?.totalCents ?? 0);
  const correction = { label: 'Price correction', quantity: 1, unitCents: difference };
  const lines = latest && latest.lines.length < 50 ? [...latest.lines, correction] : null;
  await sendQuote(context, row, { lines, costCents, expiresOn: null });
}

const AFTER: Partial<Record<Status, QuoteState>> = {
  Accepted: 'accepted',
  UnderReview: 'changesRequested',
  Submitted: 'superseded',
  Canceled: 'withdrawn',
};

/** What becomes of the quote when its request goes on to these statuses. */
export async function closeQuote(tx: Tx, submissionId: number, statuses: readonly (Status | null)[]): Promise<void> {
  const state = statuses.flatMap((status) => (status === null ? [] : (AFTER[status] ?? []))).at(0);
  if (state !== undefined) await setState(tx, submissionId, state);
}

async function setState(tx: Tx, submissionId: number, state: QuoteState): Promise<void> {
  await tx
    .updateTable('quotes')
    .set({ state })
    .where('submissionId', '=', submissionId)
    .where('state', '=', 'sent')
    .execute();
}

/** Why the quotes of these requests cannot be accepted, by request. */
export async function expiredQuotes(
  { clock, model }: Needs<'clock' | 'model'>,
  db: Db,
  submissionIds: readonly number[],
): Promise<Map<number, string>> {
  const today = localDate(clock.now(), model.site.timezone);
  const expired = (await quotesOf(db, submissionIds)).filter((quote) => isExpired(quote, today));
  return new Map(
    expired.map(({ submissionId, expiresOn }) => [
      submissionId,
      `The quote was valid until ${formatDay(expiresOn, 'dated')}. Ask for a new one.`,
    ]),
  );
}
