import { sql, type RawBuilder } from 'kysely';
import type { Model } from '../../../domain/declarations/model.ts';
import type { Tx } from '../../platform/database.ts';
import type { Replacer } from './word-replacer.ts';
import { replaceIn } from './replace-texts.ts';

/** Columns in which someone wrote words, of rows that are about the person; other columns of these tables hold keys. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  submissions: ['reason', 'data'],
  submissionRevisions: ['data', 'byName'],
  requestMessages: ['text'],
  requestNotes: ['text'],
  statusChanges: ['reason', 'text'],
  quotes: ['lines', 'byName'],
  messages: ['subject', 'html', 'written', 'values', 'aboutTitle'],
  mails: ['subject'],
  tickets: ['reason', 'note'],
  auditEntries: ['before', 'after'],
};

/** Replaces words where others wrote about the person or to them: there a first name alone means them, too. */
export async function replaceInOwnTexts(model: Model, tx: Tx, id: number, replacer: Replacer): Promise<void> {
  const rows = rowsAbout(id);
  for (const [table, names] of Object.entries(WRITTEN)) {
    const resource = model.resources.get(table);
    const columns = resource?.fields.filter(({ name }) => names.includes(name)) ?? [];
    if (resource && columns.length > 0) await replaceIn(tx, resource, columns, rows[table] ?? sql`false`, replacer);
  }
}

function rowsAbout(id: number): Record<string, RawBuilder<unknown>> {
  const own = sql`select s."id" from "submissions" s where s."submittedById" = ${id}`;
  const ofRequest = sql`"submissionId" in (${own})`;
  const aboutRequest = sql`("about" = 'submissions' and "aboutId" in (${own}))`;
  const rows: Record<string, RawBuilder<unknown>> = {
    submissions: sql`"submittedById" = ${id}`,
    submissionRevisions: ofRequest,
    requestMessages: sql`"authorId" = ${id} or ${ofRequest}`,
    requestNotes: ofRequest,
    statusChanges: sql`"actorId" = ${id} or ${ofRequest}`,
    quotes: ofRequest,
    messages: sql`"authorId" = ${id} or ${aboutRequest}
      or "id" in (select r."messageId" from "messageRecipients" r where r."userId" = ${id})
      or "id" in (select e."messageId" from "mails" e where e."userId" = ${id})`,
    mails: sql`"messageId" in (select m."id" from "messages" m where ${aboutRequest})`,
    tickets: sql`"userId" = ${id}`,
  };
  const audited = Object.entries(rows).map(
    ([table, where]) =>
      sql`("resource" = ${table} and "recordId" in (select "id"::text from ${sql.table(table)} where ${where}))`,
  );
  return { ...rows, auditEntries: sql.join(audited, sql` or `) };
}
