import { formatHours } from '../../../domain/values/formats.ts';
import { declaredFields } from '../../../domain/declarations/fields.ts';
import { hourListsOf } from '../../ui/hourText.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import type { DrawPart } from './DrawPart.ts';
import { formOf } from '../engine/formOf.ts';
import { prettyJson } from './prettyJson.ts';
import { RowsValue } from './RowsValue.tsx';
import styles from './values.module.css';

export interface JsonValueProps {
  value: Json;
  schema: PropertySchema;
  draw: DrawPart;
}

const SHOWN_LINES = 16;

/** An object by the titles of its parts, a list of objects as a table, and what the schema does not describe as JSON. */
export function JsonValue({ value, schema: declared, draw }: JsonValueProps) {
  if (Array.isArray(value)) {
    const items = declared.items;
    if (items === undefined || !value.every(isObject)) return <JsonText text={prettyJson(value)} />;
    if (items.properties) return <RowsValue rows={value} schema={items} draw={draw} />;
    if (!items.oneOf) return <JsonText text={prettyJson(value)} />;
    return (
      <ol className={styles.objects}>
        {value.map((one, index) => (
          <li key={index}>
            <JsonValue value={one} schema={items} draw={draw} />
          </li>
        ))}
      </ol>
    );
  }
  const schema = formOf(value, declared);
  if (!schema?.properties || !isObject(value)) return <JsonText text={prettyJson(value)} />;
  const hours = hourListsOf(schema.properties);
  return (
    <dl className={styles.parts}>
      {declaredFields({ properties: schema.properties })
        .filter(({ name }) => value[name] != null && name !== hours?.end)
        .map((field) =>
          field.name === hours?.start ? (
            <HourRanges
              key={field.name}
              labels={field.schema['x-labels'] ?? {}}
              starts={value[field.name]}
              ends={value[hours.end]}
            />
          ) : (
            <div key={field.name}>
              <dt>{field.title}</dt>
              <dd>{draw(field, value[field.name] ?? null)}</dd>
            </div>
          ),
        )}
    </dl>
  );
}

function isObject(value: Json): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each place of a week with its hours: "Mon  9 AM – 5 PM". */
function HourRanges({
  labels,
  starts,
  ends,
}: {
  labels: Record<string, string>;
  starts: Json | undefined;
  ends: Json | undefined;
}) {
  if (!Array.isArray(starts) || !Array.isArray(ends)) return null;
  return starts.map((start, place) => (
    <div key={place}>
      <dt>{labels[place] ?? place + 1}</dt>
      <dd>{formatHours(Number(start), Number(ends[place]))}</dd>
    </div>
  ));
}

function JsonText({ text }: { text: string }) {
  const lines = text.split('\n').length;
  const pre = <pre className={styles.json}>{text}</pre>;
  return lines <= SHOWN_LINES ? (
    pre
  ) : (
    <details className={styles.folded}>
      <summary>{lines} lines of JSON</summary>
      {pre}
    </details>
  );
}
