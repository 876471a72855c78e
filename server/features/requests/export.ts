import type { Actor } from '../../../domain/declarations/actor.ts';
import type { ListQuery } from '../../../domain/declarations/list-query.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { Answers, FieldType, RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { Json } from '../../../domain/values/json.ts';
import { formatDay, formatInstant, formatMoney } from '../../../domain/values/formats.ts';
import { plainAmount } from '../../../domain/values/money.ts';
import type { Db } from '../../platform/database.ts';
import type { MoreColumns } from '../../resources/csv.ts';
import type { Export, ExportOptions } from '../../resources/exports.ts';
import type { Needs } from '../../services.ts';

/** A question of one version of a form. `labels`: labels of the choices, by value. */
interface Question {
  name: string;
  title: string;
  type: FieldType;
  labels: Readonly<Record<string, string>>;
}

/** One version of a form; `number` counts the versions of the form. */
interface QuestionVersion {
  id: number;
  formId: number;
  formName: string;
  formTitle: string;
  number: number;
  questions: readonly Question[];
}

/** A column: the question of this name across all versions of one form. */
interface QuestionColumn {
  formId: number;
  name: string;
  title: string;
}

/** The questions of a form's schema, in order, without display-only fields. */
function questionsOf({ properties, 'x-order': order }: RequestFormSchema): Question[] {
  return order.flatMap((name) => {
    const field = properties[name];
    if (!field || field['x-field'] === 'DisplayOnly') return [];
    const labels = Object.fromEntries(
      (field.enum ?? []).map((value, index) => [value, field['x-labels']?.[index] ?? value]),
    );
    return [{ name, title: field.title, type: field['x-field'], labels }];
  });
}

/**
 * One column per question: forms sorted by title; order and titles from the newest version that has the question; a question missing
 * in newer versions follows its former predecessor. With several forms, titles are prefixed with the form's; titles that would still
 * collide get the names of form and field as a suffix.
 */
function questionColumns(versions: readonly QuestionVersion[]): QuestionColumn[] {
  const forms = new Map<number, QuestionVersion[]>();
  for (const version of versions) forms.set(version.formId, [...(forms.get(version.formId) ?? []), version]);
  const sorted = [...forms.values()].sort(([a], [b]) => byTitle(a, b));
  const columns = sorted.flatMap((ofForm) => {
    const newestFirst = ofForm.toSorted((a, b) => b.number - a.number);
    return columnsOfForm(newestFirst, forms.size > 1);
  });
  const counts = new Map<string, number>();
  for (const { title } of columns) counts.set(title, (counts.get(title) ?? 0) + 1);
  return columns.map(({ formName, ...column }) =>
    (counts.get(column.title) ?? 0) > 1
      ? { ...column, title: `${column.title} (${formName}: ${column.name})` }
      : column,
  );
}

function byTitle(a: QuestionVersion | undefined, b: QuestionVersion | undefined): number {
  return (a?.formTitle ?? '').localeCompare(b?.formTitle ?? '', 'en') || (a?.formId ?? 0) - (b?.formId ?? 0);
}

function columnsOfForm(newestFirst: readonly QuestionVersion[], prefixed: boolean) {
  const questions: Question[] = [];
  for (const version of newestFirst) {
    let place = 0;
    for (const question of version.questions) {
      const known = questions.findIndex(({ name }) => name === question.name);
      if (known === -1) questions.splice(place, 0, question);
      place = (known === -1 ? place : known) + 1;
    }
  }
  return newestFirst.slice(0, 1).flatMap(({ formId, formName, formTitle }) =>
    questions.map(({ name, title }) => ({
      formId,
      formName,
      name,
      title: prefixed ? `${formTitle}: ${title}` : title,
    })),
  );
}

/** An answer as a spreadsheet cell: choices by label, files by name. Null: not answered. `zone`: as shown there; null: for programs. */
function answerCell(
  question: Question,
  answer: Answers[string] | undefined,
  fileNames: ReadonlyMap<string, string>,
  zone: string | null,
): string | number | null {
  if (answer === undefined || answer === null) return null;
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) return answer.map((one) => question.labels[one] ?? fileNames.get(one) ?? one).join('; ');
  if (question.type === 'Cost' && typeof answer === 'number')
    return zone === null ? plainAmount(answer) : formatMoney(answer);
  if (zone !== null && question.type === 'Date') return formatDay(String(answer));
  if (zone !== null && question.type === 'DateTime') return formatInstant(String(answer), zone);
  return typeof answer === 'string' ? (question.labels[answer] ?? answer) : answer;
}

/** The matching requests that may be exported, with a column per question where the caller may read the answers. */
export async function exportSubmissions(
  { db, engine, model }: Needs<'db' | 'engine' | 'model'>,
  actor: Actor,
  query: ListQuery,
  options: ExportOptions,
): Promise<{ exported: Export; answers: MoreColumns }> {
  const exported = await engine.export(actor, 'submissions', query, { ...options, also: ['formVersionId', 'data'] });
  const versions = await questionVersions(db, await exported.values('formVersionId'));
  const columns = questionColumns([...versions.values()]);
  const zone = options.named ? model.site.timezone : null;
  const cells = async (rows: readonly Row[]) => {
    const names = await fileNames(db, rows, versions);
    return rows.map((row) => {
      const version = versions.get(row['#formVersionId'] as number);
      const answers = answersIn(row);
      const questions = new Map(version?.questions.map((question) => [question.name, question]));
      return columns.map(({ formId, name }) => {
        const question = formId === version?.formId ? questions.get(name) : undefined;
        return question ? answerCell(question, answers[name], names, zone) : null;
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
