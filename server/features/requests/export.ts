import type { Actor } from '../../../domain/declarations/actor.ts';
import type { ListQuery } from '../../../domain/declarations/list-query.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { answerCell, questionColumns, questionsOf, type QuestionVersion } from './request-columns.ts';
import type { Answers, RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { Db } from '../../platform/database.ts';
import type { MoreColumns } from '../../resources/csv.ts';
import type { Export, ExportOptions } from '../../resources/exports.ts';
import type { Services } from '../../services.ts';

/** The matching requests that may be exported, with a column per question where the caller may read the answers. */
export async function exportSubmissions(
  { db, engine }: Services,
  actor: Actor,
  query: ListQuery,
  options: ExportOptions,
): Promise<{ exported: Export; answers: MoreColumns }> {
  const exported = await engine.export(actor, 'submissions', query, { ...options, also: ['formVersionId', 'data'] });
  const versions = await questionVersions(db, await exported.values('formVersionId'));
  const columns = questionColumns([...versions.values()]);
  const cells = async (rows: readonly Row[]) => {
    const names = await fileNames(db, rows, versions);
    return rows.map((row) => {
      const version = versions.get(row['#formVersionId'] as number);
      const answers = answersIn(row);
      const questions = new Map(version?.questions.map((question) => [question.name, question]));
      return columns.map(({ formId, name }) => {
        const question = formId === version?.formId ? questions.get(name) : undefined;
        return question ? answerCell(question, answers[name], names) : null;
      });
    });
  };
  return { exported, answers: { titles: columns.map(({ title }) => title), cells } };
}

function answersIn(row: Row): Answers {
  return (row['#data'] ?? {}) as Answers;
}

/** One schema at a time; only what the columns need is kept in memory. */
async function questionVersions(db: Db, ids: readonly Json[]): Promise<Map<number, QuestionVersion>> {
  const versions = new Map<number, QuestionVersion>();
  for (const id of ids) {
    const rows = await db
      .selectFrom('formVersions as v')
      .innerJoin('forms as f', 'f.id', 'v.formId')
      .select(['v.id', 'v.formId', 'v.number', 'v.schema', 'f.name as formName', 'f.title as formTitle'])
      .where('v.id', '=', Number(id))
      .$castTo<Omit<QuestionVersion, 'questions'> & { schema: RequestFormSchema }>()
      .execute();
    for (const { schema, ...version } of rows) versions.set(version.id, { ...version, questions: questionsOf(schema) });
  }
  return versions;
}

/** Names of the files in these answers: a reader of an answer can see the names of its files. */
async function fileNames(
  db: Db,
  rows: readonly Row[],
  versions: ReadonlyMap<number, QuestionVersion>,
): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => {
    const answers = answersIn(row);
    const questions = versions.get(row['#formVersionId'] as number)?.questions ?? [];
    return questions.flatMap(({ name, type }) => {
      const answer = answers[name];
      return type === 'FileUpload' && Array.isArray(answer) ? answer : [];
    });
  });
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('files')
    .select(['id', 'name'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...new Set(ids)]))))
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}
