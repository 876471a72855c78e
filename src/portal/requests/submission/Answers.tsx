import { classNames } from '../../../ui/classNames.ts';
import { Card } from '../../../ui/Card.tsx';
import type { StoredFile } from '../../../../domain/calls/files.ts';
import {
  visibleFields,
  type Answers as AnswersData,
  type RequestField,
  type RequestFormSchema,
} from '../../../../domain/requests/request-form.ts';
import { AnswerValue } from './AnswerValue.tsx';
import styles from './SubmissionPage.module.css';

interface AnswersProps {
  schema: RequestFormSchema;
  answers: AnswersData;
  files: readonly StoredFile[];
}

export function Answers({ schema, answers, files }: AnswersProps) {
  const sections = answerSections(schema, answers);
  return (
    <Card aria-label="Answers">
      {sections.map(({ title, names }, index) => (
        <section key={`${index} ${title}`} className={styles.section}>
          {title !== '' && <h2 className={styles.sectionTitle}>{title}</h2>}
          <dl className={styles.answerList}>
            {names.map((name) => (
              <Answer key={name} field={schema.properties[name]} value={answers[name]} files={files} />
            ))}
          </dl>
        </section>
      ))}
    </Card>
  );
}

interface AnswerProps {
  field: RequestField | undefined;
  value: AnswersData[string] | undefined;
  files: readonly StoredFile[];
}

/** Short answers are side by side; texts and files take the full width. */
function Answer({ field, value, files }: AnswerProps) {
  if (!field) return null;
  const isWide =
    field['x-field'] === 'FileUpload' ||
    (typeof value === 'string' && (value.length > 40 || field['x-multiline'] === true));
  return (
    <div className={classNames(isWide && styles.wide)}>
      <dt>{field.title}</dt>
      <dd>
        <AnswerValue field={field} value={value} files={files} />
      </dd>
    </div>
  );
}

/** The visible fields with an input, by section. */
function answerSections(schema: RequestFormSchema, answers: AnswersData): { title: string; names: string[] }[] {
  const visible = visibleFields(schema, answers);
  const sections: { title: string; names: string[] }[] = [{ title: '', names: [] }];
  for (const name of schema['x-order']) {
    const field = schema.properties[name];
    if (field?.['x-section'] !== undefined) sections.push({ title: field['x-section'], names: [] });
    if (field && field['x-field'] !== 'DisplayOnly' && visible.has(name)) sections.at(-1)?.names.push(name);
  }
  return sections.filter((section) => section.names.length > 0);
}
