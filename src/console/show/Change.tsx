import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { isEmpty } from '../engine/represent.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Dash, FieldValue } from '../values/FieldValue.tsx';
import { textOfHtml } from '../engine/plainText.ts';
import { prettyJson, readableJson } from '../values/prettyJson.ts';
import { textDiff } from './textDiff.ts';
import styles from './show.module.css';

/** Texts up to this length are shown as before and after, longer ones as a diff. */
const SHORT = 80;

export function Change({ field, before, after }: { field: Field; before: Json; after: Json }) {
  const { zone } = useConsole();
  const texts = comparable(field, before, after, zone);
  if (texts) return <TextChange {...texts} />;
  return (
    <span className={styles.change}>
      {!isEmpty(before) && (
        <span className={styles.before}>
          <FieldValue field={field} value={before} inCell plain />
        </span>
      )}
      {!isEmpty(before) && <Icon name="arrow-right" size={14} label="became" />}
      <span className={styles.after}>
        {isEmpty(after) ? <Dash /> : <FieldValue field={field} value={after} inCell plain />}
      </span>
    </span>
  );
}

interface Texts {
  before: string;
  after: string;
  by: 'words' | 'lines';
}

function comparable(field: Field, before: Json, after: Json, zone: string): Texts | null {
  if (isEmpty(before) && isEmpty(after)) return null;
  const form = KINDS[field.kind].text;
  if (form === 'json' || isNested(before) || isNested(after)) {
    return {
      before: pretty(readableJson(before, field.schema, zone)),
      after: pretty(readableJson(after, field.schema, zone)),
      by: 'lines',
    };
  }
  if (form === 'html') return { before: textOfHtml(text(before)), after: textOfHtml(text(after)), by: 'words' };
  const isLong = text(before).length > SHORT || text(after).length > SHORT;
  return form === 'prose' && isLong ? { before: text(before), after: text(after), by: 'words' } : null;
}

function isNested(value: Json): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(Array.isArray(value) && value.every((one) => typeof one !== 'object'))
  );
}

function pretty(value: Json): string {
  return value === null ? '' : prettyJson(value);
}

function text(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

function TextChange({ before, after, by }: Texts) {
  const runs = textDiff(before, after, by) ?? [
    { text: before, is: 'removed' as const },
    { text: after, is: 'added' as const },
  ];
  return (
    <div className={by === 'lines' ? styles.diffLines : styles.diffWords}>
      {runs.map((run, index) => {
        if (run.is === 'removed') return <del key={index}>{run.text}</del>;
        if (run.is === 'added') return <ins key={index}>{run.text}</ins>;
        return <span key={index}>{run.text}</span>;
      })}
    </div>
  );
}
