import { hourListsOf, hourRangeText, hourText } from '../../../domain/hour-text.ts';
import type { Json } from '../../../domain/json.ts';
import type { PropertySchema } from '../../../domain/schemas.ts';
import { formOf, prettyJson } from './prettyJson.ts';
import { YesNo } from './YesNo.tsx';
import styles from './values.module.css';

const SHOWN_LINES = 16;

/** By the titles of its parts where the schema names them, else as JSON. */
export function JsonValue({ value, schema: declared }: { value: Json; schema?: PropertySchema | undefined }) {
  const schema = formOf(value, declared);
  const parts = Object.entries(schema?.properties ?? {});
  if (parts.length === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return <JsonText text={prettyJson(value)} />;
  }
  const hours = hourListsOf(schema?.properties ?? {});
  return (
    <dl className={styles.parts}>
      {parts
        .filter(([name]) => value[name] != null && name !== hours?.end)
        .map(([name, part]) =>
          name === hours?.start ? (
            <HourRanges key={name} labels={part['x-labels'] ?? {}} starts={value[name]} ends={value[hours.end]} />
          ) : (
            <div key={name}>
              <dt>{part.title ?? name}</dt>
              <dd>
                <PartValue value={value[name] ?? null} schema={part} />
              </dd>
            </div>
          ),
        )}
    </dl>
  );
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
      <dd>{hourRangeText(Number(start), Number(ends[place]))}</dd>
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

function PartValue({ value, schema }: { value: Json; schema: PropertySchema }) {
  if (typeof value === 'boolean') return <YesNo value={value} />;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    const written = (one: Json) => (schema.items?.['x-hour'] && typeof one === 'number' ? hourText(one) : String(one));
    const words = value.map((one, index) =>
      [schema['x-labels']?.[index], written(one)].filter((part) => part !== undefined).join('\u00a0'),
    );
    return <>{words.join(', ')}</>;
  }
  if (schema['x-hour'] && typeof value === 'number') return <>{hourText(value)}</>;
  if (typeof value === 'string') return <>{schema['x-labels']?.[value] ?? value}</>;
  return typeof value === 'object' ? <JsonValue value={value} schema={schema} /> : <>{value}</>;
}
