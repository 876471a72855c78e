import { sql } from 'kysely';
import type { Json } from '../../../domain/values/json.ts';
import type { RequestField, RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { Tx } from '../../platform/database.ts';
import { isDistinctive } from './word-replacer.ts';

const REMOVED = 'Removed';
/** Questions for what identifies someone, as forms have no kind of question for them. */
const IDENTIFYING =
  /\b(e-?mail|phone|telephone|mobile|cell|student (id|number|no)|(campus )?id (number|no|card)|card number|date of birth|birthday|(home|postal|street) address)\b/i;

type Answers = Record<string, Json>;

/**
 * Takes what identifies the person out of the answers of their requests and of the earlier answers: of questions for an email address,
 * or whose title asks for a number or an address. Returns what of it is to be looked for in other texts.
 */
export async function removePersonalAnswers(tx: Tx, id: number): Promise<string[]> {
  const removed: string[] = [];
  for (const [table, owner] of [
    ['submissions', sql`r."submittedById" = ${id}`],
    [
      'submissionRevisions',
      sql`r."submissionId" in (select s."id" from "submissions" s where s."submittedById" = ${id})`,
    ],
  ] as const) {
    const { rows } = await sql<{ id: number; data: Answers | null; schema: RequestFormSchema }>`
      select r."id", r."data", v."schema" from ${sql.table(table)} r
      join "formVersions" v on v."id" = r."formVersionId" where ${owner}`.execute(tx);
    for (const row of rows) {
      const cleared = withoutPersonal(row.schema, row.data ?? {}, removed);
      if (cleared)
        await sql`update ${sql.table(table)} set "data" = ${JSON.stringify(cleared)}::jsonb where "id" = ${row.id}`.execute(
          tx,
        );
    }
  }
  return [...new Set(removed)].filter(isDistinctive);
}

/** Null: nothing to take out. */
function withoutPersonal({ properties }: RequestFormSchema, answers: Answers, removed: string[]): Answers | null {
  const identifying = Object.keys(answers).filter((name) => isIdentifying(properties[name]));
  if (identifying.length === 0) return null;
  const rest = { ...answers };
  for (const name of identifying) {
    const answer = answers[name] ?? null;
    if (typeof answer === 'string' || typeof answer === 'number') removed.push(String(answer));
    // What the question does not admit is no answer to it.
    if (typeof answer === 'string' && properties[name]?.['x-field'] === 'String') rest[name] = REMOVED;
    else delete rest[name];
  }
  return rest;
}

function isIdentifying(field: RequestField | undefined): boolean {
  if (!field || field.enum || field.type === 'boolean' || field.type === 'array') return false;
  return field.format === 'email' || IDENTIFYING.test(field.title);
}
