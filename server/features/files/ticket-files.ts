import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { columnRefs, type Db } from '../../platform/database.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { RowServices } from '../../services.ts';
import type { FileRow } from '../requests/stored-files.ts';

const FILE = columnRefs('files', 'f');
const TICKET = columnRefs('tickets', 't');
const DRAFT = columnRefs('drafts', 'd');

/** SQL: answers to a version of a form name the file "f" in the file field that it was uploaded for, not in a text. */
function namesFile(answers: RawBuilder<unknown>, formVersionId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from "formVersions" answered join "formVersions" uploaded on uploaded."formId" = answered."formId"
    where answered."id" = ${formVersionId} and uploaded."id" = ${FILE.formVersionId}
      and answered."schema"->'properties'->${FILE.field}->>'x-field' = 'FileUpload'
      and case when jsonb_typeof(${answers}->${FILE.field}) = 'array'
        then exists (select 1 from jsonb_array_elements_text(${answers}->${FILE.field}) as named ("id") where lower(named."id") = ${FILE.id}::text) end)`;
}

const isNamedByTicket = (): RawBuilder<SqlBool> => namesFile(TICKET.answerValues, TICKET.formVersionId);

/** SQL: a ticket of its uploader has the file "f" among its answers, until these are deleted. */
export function isOfTicket(): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "tickets" t where ${TICKET.userId} = ${FILE.uploaderId} and ${isNamedByTicket()})`;
}

/** SQL: an unfinished request of its uploader names the file "f". */
export function isOfDraft(): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "drafts" d where ${DRAFT.userId} = ${FILE.uploaderId}
    and ${namesFile(DRAFT.data, DRAFT.formVersionId)})`;
}

/** Readers of a ticket's answers can read their files. */
export async function canReadTicketFile({ db, engine }: RowServices, actor: Actor, file: FileRow): Promise<boolean> {
  const tickets = await db
    .selectFrom('files as f')
    .innerJoin('tickets as t', 't.userId', 'f.uploaderId')
    .select('t.id')
    .where('f.id', '=', file.id)
    .where(isNamedByTicket())
    .execute();
  for (const { id } of tickets)
    try {
      if ('answers' in (await engine.get(actor, 'tickets', id))) return true;
    } catch (error) {
      if (!(error instanceof ProblemError && [401, 403, 404].includes(error.problem.status))) throw error;
    }
  return false;
}

/** A form of events is not offered as a request. */
export async function isSignupForm(db: Db, formId: number): Promise<boolean> {
  const found = await db
    .selectFrom('forms as o')
    .innerJoin('events as e', 'e.formId', 'o.id')
    .select('o.id')
    .where('o.id', '=', formId)
    .where('o.forEvents', '=', true)
    .where('o.active', '=', true)
    .where('o.deletedAt', 'is', null)
    .where('e.active', '=', true)
    .where('e.deletedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
