import type { ReactNode } from 'react';
import type { Field, Json, PropertySchema } from '../../../domain/model.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { isEmpty } from '../engine/represent.ts';
import { formatInstant, formatInstantFully } from './formats.ts';
import { plainText } from './plainText.ts';
import { prettyJson } from './prettyJson.ts';
import { ReferenceName } from './ReferenceName.tsx';
import { RichText } from './RichText.tsx';
import { statusLook } from './statusTone.ts';
import styles from './values.module.css';

const SHOWN_OF_LIST = 3;
const SHOWN_LINES = 16;

export interface FieldValueProps {
  field: Field;
  value: Json | undefined;
  /** One line in a table; otherwise laid out for reading. */
  inCell?: boolean;
  /** Without links, for use inside one. */
  plain?: boolean;
}

/** A value as people read it. Empty is a dash. */
export function FieldValue({ field, value, inCell = false, plain = false }: FieldValueProps) {
  const { zone } = useConsole();
  if (isEmpty(value) || value === undefined || value === null) return <Dash />;
  if (Array.isArray(value)) return <ListValue field={field} items={value} inCell={inCell} plain={plain} />;
  if (field.kind === 'json' || typeof value === 'object') return inCell ? <Cut text={JSON.stringify(value)} /> : <JsonValue value={value} schema={field.schema} />;
  if (field.kind === 'reference' && field.reference && typeof value !== 'boolean') {
    return <ReferenceName resource={field.reference} id={value} plain={plain} />;
  }
  const text = plainText(field, value, zone);
  switch (field.kind) {
    case 'boolean': return <YesNo value={value === true} />;
    case 'dateTime': return <Instant instant={String(value)} />;
    case 'enum': return field.name === 'status' ? <StatusValue value={String(value)} text={text} /> : <Cut text={text} />;
    case 'color': return <span><span className={styles.swatch} style={{ background: String(value) }} />{text}</span>;
    case 'email': return <Anchor href={`mailto:${String(value)}`} plain={plain}>{text}</Anchor>;
    case 'url': return <Anchor href={String(value)} plain={plain || !/^https?:/i.test(String(value))}>{inCell ? <Cut text={text} /> : text}</Anchor>;
    case 'file': return <Anchor href={`/api/files/${encodeURIComponent(String(value))}`} plain={plain}>Open file</Anchor>;
    case 'html': return inCell ? <Cut text={text} /> : <RichText html={String(value)} />;
    case 'text': case 'longText': return inCell ? <Cut text={text} /> : <span className={styles.long}>{text}</span>;
    default: return <>{text}</>;
  }
}

export function Dash() {
  return <span className={styles.dash}><span aria-hidden="true">–</span><span className="visually-hidden">Empty</span></span>;
}

function Cut({ text }: { text: string }) {
  return <span className={styles.cut} title={text.length > 24 ? text.slice(0, 1000) : undefined}>{text}</span>;
}

function StatusValue({ value, text }: { value: string; text: string }) {
  const { tone, icon } = statusLook(value);
  return <Chip tone={tone} icon={icon}>{text}</Chip>;
}

function YesNo({ value }: { value: boolean }) {
  return value
    ? <span className={styles.yes}><Icon name="check" size={16} />Yes</span>
    : <span className={styles.no}><Icon name="minus" size={16} />No</span>;
}

/** An instant, short; the whole of it with its zone on hover. */
export function Instant({ instant }: { instant: string }) {
  const { zone } = useConsole();
  return <time dateTime={instant} title={formatInstantFully(instant, zone)}>{formatInstant(instant, zone)}</time>;
}

function Anchor({ href, plain, children }: { href: string; plain: boolean; children: ReactNode }) {
  return plain ? <>{children}</> : <a className={styles.link} href={href} rel="noopener noreferrer">{children}</a>;
}

/** By the titles of its parts where the schema names them, else as JSON. */
function JsonValue({ value, schema }: { value: Json; schema?: PropertySchema | undefined }) {
  const parts = Object.entries(schema?.properties ?? {});
  if (parts.length === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return <JsonText text={prettyJson(value)} />;
  }
  return (
    <dl className={styles.parts}>
      {parts.filter(([name]) => value[name] != null).map(([name, part]) => (
        <div key={name}><dt>{part.title ?? name}</dt><dd><PartValue value={value[name] ?? null} schema={part} /></dd></div>
      ))}
    </dl>
  );
}

function JsonText({ text }: { text: string }) {
  const lines = text.split('\n').length;
  const pre = <pre className={styles.json}>{text}</pre>;
  return lines <= SHOWN_LINES ? pre : <details className={styles.folded}><summary>{lines} lines of JSON</summary>{pre}</details>;
}

function PartValue({ value, schema }: { value: Json; schema: PropertySchema }) {
  if (typeof value === 'boolean') return <YesNo value={value} />;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    const words = value.map((one, index) => [schema['x-labels']?.[index], one].filter((part) => part !== undefined).join('\u00a0'));
    return <>{words.join(', ')}</>;
  }
  return typeof value === 'object' ? <JsonValue value={value} schema={schema} /> : <>{value}</>;
}

function ListValue({ field, items, inCell, plain }: { field: Field; items: Json[]; inCell: boolean; plain: boolean }) {
  const { zone } = useConsole();
  if (field.kind === 'json') return inCell ? <Cut text={JSON.stringify(items)} /> : <JsonValue value={items} />;
  if (field.kind === 'references' && field.reference) {
    return <ReferenceList resource={field.reference} items={items} inCell={inCell} plain={plain} />;
  }
  if (inCell) return <Cut text={plainText(field, items, zone)} />;
  return <span className={styles.list}>{items.map((item, index) => <Chip key={index}>{plainText(field, item, zone)}</Chip>)}</span>;
}

function ReferenceList({ resource, items, inCell, plain }: { resource: string; items: Json[]; inCell: boolean; plain: boolean }) {
  const ids = items.filter((item) => typeof item === 'string' || typeof item === 'number');
  const shown = inCell ? ids.slice(0, SHOWN_OF_LIST) : ids;
  return (
    <span className={inCell ? styles.cut : undefined}>
      {shown.map((id, index) => (
        <span key={id}>{index > 0 && ', '}<ReferenceName resource={resource} id={id} plain={plain} /></span>
      ))}
      {ids.length > shown.length && <span className={styles.more}> +{ids.length - shown.length}</span>}
    </span>
  );
}
