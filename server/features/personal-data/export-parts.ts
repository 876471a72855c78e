import { sql, type RawBuilder } from 'kysely';
import type { Resource, Row } from '../../../domain/declarations/model.ts';
import { isView } from '../../../domain/declarations/fields.ts';
import { viewQuery } from '../../declarations/views.ts';
import type { Needs } from '../../services.ts';
import { messageFor } from '../messages/mail-content.ts';
import { ownColumns, ownReferences } from './own-rows.ts';

const PAGE = 500;
/** Of what the person changed: not the values, which may be of others. */
const CHANGE_COLUMNS = ['id', 'at', 'resource', 'recordId', 'action', 'ip'];
/** Without those who booked it. */
const STATEMENT_COLUMNS = ['id', 'at', 'balanceId', 'purpose', 'amountCents', 'afterCents', 'other', 'memo', 'state'];
const ATTEMPT_COLUMNS = ['id', 'at', 'ip', 'succeeded'];

export interface Part {
  name: string;
  title: string;
  columns: string[];
  count: number;
  /** In the order of their ids, a page at a time. */
  rows: () => AsyncGenerator<Row>;
}

/** Everything of the person but requests and files; what there is nothing of is left out. */
export async function partsOfPerson(services: Needs<'db' | 'model'>, userId: number): Promise<Part[]> {
  const { model } = services;
  const parts: Part[] = [];
  const add = async (name: string, columns: string[], where: RawBuilder<unknown>, title?: string): Promise<void> => {
    const resource = model.resources.get(name);
    if (!resource) return;
    const part = await rowsPart(services, resource, columns, where);
    if (part.count > 0) parts.push(title === undefined ? part : { ...part, title });
  };
  const own = (resource: Resource, column: string): Promise<void> =>
    add(resource.name, ownColumns({ resource, column }), sql`${sql.ref(column)} = ${userId}`);
  for (const [name, column] of [
    ['users', 'id'],
    ['eventLog', 'userId'],
  ] as const) {
    const resource = model.resources.get(name);
    if (resource) await own(resource, column);
  }
  for (const { resource, column } of ownReferences(model)) await own(resource, column);
  await add('statements', STATEMENT_COLUMNS, sql`"userId" = ${userId}`);
  const account = sql`"account" = (select lower(u."username") from "users" u where u."id" = ${userId})`;
  await add('loginAttempts', ATTEMPT_COLUMNS, account);
  await add('auditEntries', CHANGE_COLUMNS, sql`"actorId" = ${userId}`, 'What you changed');
  const messages = await messagesPart(services, userId);
  return messages.count > 0 ? [...parts, messages] : parts;
}

async function rowsPart(
  { db }: Needs<'db'>,
  { name, config, idKind, schema }: Resource,
  columns: string[],
  where: RawBuilder<unknown>,
): Promise<Part> {
  const source = isView({ schema }) ? sql`(${sql.raw(viewQuery(schema))}) as v` : sql.table(name);
  const { rows } = await sql<{ count: number }>`select count(*)::int as "count" from ${source}
    where ${where}`.execute(db);
  const first = idKind === 'uuid' ? '00000000-0000-0000-0000-000000000000' : '0';
  const read = async (after: string): Promise<Row[]> => {
    const page = await sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${source}
      where "id" > ${after} and ${where} order by "id" limit ${PAGE}`.execute(db);
    return page.rows;
  };
  return { name, title: config.label, columns, count: rows[0]?.count ?? 0, rows: () => paged(first, read) };
}

async function messagesPart({ db, model }: Needs<'db' | 'model'>, userId: number): Promise<Part> {
  const columns = ['id', 'createdAt', 'subject', 'html', 'authorKind', 'aboutTitle', 'readAt', 'archivedAt'];
  const of = db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .where('r.userId', '=', userId);
  const { count } = await of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const read = async (after: string): Promise<Row[]> => {
    const rows = await of
      .select('u.displayName')
      .select([
        'm.id',
        'm.createdAt',
        'm.subject',
        'm.html',
        'm.authorKind',
        'm.aboutTitle',
        'r.readAt',
        'r.archivedAt',
      ])
      .where('m.id', '>', Number(after))
      .orderBy('m.id')
      .limit(PAGE)
      .execute();
    return rows.map(({ displayName, ...row }): Row => ({
      ...row,
      ...messageFor(row, displayName, model.site.timezone),
    }));
  };
  return { name: 'messages', title: 'Messages', columns, count: Number(count), rows: () => paged('0', read) };
}

async function* paged(first: string, read: (after: string) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const rows = await read(after);
    yield* rows;
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)?.['id']);
  }
}
