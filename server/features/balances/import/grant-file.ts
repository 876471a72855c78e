import type { GrantFault } from '../../../../domain/calls/balances.ts';
import { GRANT_ROWS } from '../../../../domain/balances/grant-import.ts';
import { formatNumber } from '../../../../domain/values/formats.ts';
import { moneyFault, parseAmount } from '../../../../domain/values/money.ts';
import { csvRows, type CsvRow } from '../../../platform/csv-rows.ts';

/** A row whose cells can be read. */
export interface GrantRow {
  line: number;
  cells: string[];
  /** Username, student ID, email address or name. */
  person: string;
  amountCents: number;
  expiresOn: string;
  purpose: string;
}

export interface GrantFile {
  fault: string | null;
  titles: string[];
  rows: GrantRow[];
  faults: GrantFault[];
}

const COLUMNS = ['person', 'amount', 'expires', 'purpose'] as const;
type Column = (typeof COLUMNS)[number];

/** Titles of columns, in small letters without anything but letters and digits. */
const TITLES: Readonly<Record<Column, readonly string[]>> = {
  person: ['person', 'username', 'user', 'studentid', 'id', 'email', 'emailaddress', 'name', 'owner', 'student'],
  amount: ['amount', 'quota', 'grant', 'sum'],
  expires: ['expires', 'expireson', 'expiry', 'expirationdate', 'until', 'lastday', 'end'],
  purpose: ['purpose', 'kind', 'balance', 'balancename', 'title', 'reason'],
};
const REQUIRED = ['person', 'amount', 'expires'] as const;
const MOST_COLUMNS = 20;
const MOST_CENTS = 100_000_000;
const LONGEST_PURPOSE = 120;
const DEFAULT_PURPOSE = 'Free quota';

/** Reads a file of free quota. `today`: expired quota is a fault. */
export function readGrantFile(text: string, today: string): GrantFile {
  const nothing = (fault: string): GrantFile => ({ fault, titles: [], rows: [], faults: [] });
  if (text.includes('\0')) return nothing('This is not a text file. Save the sheet as CSV and choose that file.');
  const read = csvRows(text, { rows: GRANT_ROWS + 1, cells: MOST_COLUMNS });
  if (read === null) return nothing(`The file has more than ${formatNumber(GRANT_ROWS)} rows. Split it.`);
  const [head, ...rows] = read;
  if (head === undefined || rows.length === 0) return nothing('The file has no rows below the column names.');
  const at = columnsOf(head);
  const missing = REQUIRED.filter((column) => at[column] < 0);
  if (missing.length > 0)
    return nothing(`A column is missing: ${missing.join(', ')}. The first row must contain the column names.`);
  const faults: GrantFault[] = [];
  const good: GrantRow[] = [];
  for (const row of rows) {
    const result = readRow(row, at, today);
    if (typeof result === 'string') faults.push({ line: row.line, cells: row.values, reason: result });
    else good.push(result);
  }
  return { fault: null, titles: head.values, rows: good, faults };
}

function columnsOf({ values }: CsvRow): Record<Column, number> {
  const titles = values.map((title) => title.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const positions = COLUMNS.map((column) => [column, titles.findIndex((title) => TITLES[column].includes(title))]);
  return Object.fromEntries(positions) as Record<Column, number>;
}

function readRow({ line, values: cells }: CsvRow, at: Record<Column, number>, today: string): GrantRow | string {
  const cell = (column: Column): string => cells[at[column]] ?? '';
  const [person, amount] = [cell('person'), cell('amount')];
  if (person === '') return 'Enter a person.';
  const amountCents = parseAmount(amount);
  if (amountCents === undefined) return `Amount: ${moneyFault(amount)}`;
  if (amountCents <= 0 || amountCents > MOST_CENTS) return 'Enter an amount above zero, up to 1,000,000.';
  const expiresOn = dayIn(cell('expires'));
  if (expiresOn === null) return 'Enter the last day like 2027-05-15 or 5/15/2027.';
  if (expiresOn < today) return 'The last day is in the past.';
  const purpose = cell('purpose') || DEFAULT_PURPOSE;
  if (purpose.length > LONGEST_PURPOSE) return `Shorten the purpose to ${LONGEST_PURPOSE} characters.`;
  return { line, cells, person, amountCents, expiresOn, purpose };
}

/** "2027-05-15", or "5/15/2027" as American spreadsheets write it. */
function dayIn(text: string): string | null {
  const [, usMonth, usDay, usYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const day =
    usYear === undefined ? text : `${usYear}-${(usMonth ?? '').padStart(2, '0')}-${(usDay ?? '').padStart(2, '0')}`;
  if (!/^20\d\d-\d\d-\d\d$/.test(day)) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}
