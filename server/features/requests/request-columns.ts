import { plainAmount } from '../../../domain/values/money.ts';
import type { Answers, FieldType, RequestFormSchema } from '../../../domain/requests/request-form.ts';

/** A question of one version of a form. `labels`: labels of the choices, by value. */
export interface Question {
  name: string;
  title: string;
  type: FieldType;
  labels: Readonly<Record<string, string>>;
}

/** One version of a form; `number` counts the versions of the form. */
export interface QuestionVersion {
  id: number;
  formId: number;
  formName: string;
  formTitle: string;
  number: number;
  questions: readonly Question[];
}

/** A column: the question of this name across all versions of one form. */
export interface QuestionColumn {
  formId: number;
  name: string;
  title: string;
}

/** The questions of a form's schema, in order, without display-only fields. */
export function questionsOf({ properties, 'x-order': order }: RequestFormSchema): Question[] {
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
export function questionColumns(versions: readonly QuestionVersion[]): QuestionColumn[] {
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

/** An answer as a spreadsheet cell: choices by label, amounts without currency, files by name. Null: not answered. */
export function answerCell(
  question: Question,
  answer: Answers[string] | undefined,
  fileNames: ReadonlyMap<string, string>,
): string | number | null {
  if (answer === undefined || answer === null) return null;
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) return answer.map((id) => fileNames.get(id) ?? id).join('; ');
  if (question.type === 'Cost' && typeof answer === 'number') return plainAmount(answer);
  return typeof answer === 'string' ? (question.labels[answer] ?? answer) : answer;
}
