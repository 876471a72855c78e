import type { ReactNode } from 'react';
import { linkHref } from '../../../domain/links.ts';
import type { Field, Json } from '../../../domain/model.ts';
import { Chip } from '../../ui/Chip.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { isEmpty } from '../engine/represent.ts';
import { formatInstant, formatInstantFully } from './formats.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { JsonValue } from './JsonValue.tsx';
import { plainText } from './plainText.ts';
import { ReferenceName } from './ReferenceName.tsx';
import { RichText } from './RichText.tsx';
import { YesNo } from './YesNo.tsx';
import { chipLook } from './statusTone.ts';
import styles from './values.module.css';

const SHOWN_OF_LIST = 3;

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
  if (isEmpty(value) || value === undefined || value === null)
    return field.schema['x-empty'] ? <span className={styles.no}>{field.schema['x-empty']}</span> : <Dash />;
  if (Array.isArray(value)) return <ListValue field={field} items={value} inCell={inCell} plain={plain} />;
  if (field.kind === 'json' || typeof value === 'object')
    return inCell ? <Cut text={JSON.stringify(value)} /> : <JsonValue value={value} schema={field.schema} />;
  if (field.kind === 'reference' && field.reference && typeof value !== 'boolean') {
    return <ReferenceName resource={field.reference} id={value} plain={plain} />;
  }
  const text = plainText(field, value, zone);
  switch (field.kind) {
    case 'boolean':
      return <YesNo value={value === true} />;
    case 'dateTime':
      return <Instant instant={String(value)} />;
    case 'enum':
      return <EnumValue field={field} value={value} text={text} />;
    case 'color':
      return (
        <span>
          <span className={styles.swatch} style={{ background: String(value) }} />
          {text}
        </span>
      );
    case 'email':
      return (
        <Anchor href={`mailto:${String(value)}`} plain={plain}>
          {text}
        </Anchor>
      );
    case 'url':
      return (
        <Address value={String(value)} plain={plain}>
          {inCell ? <Cut text={text} /> : text}
        </Address>
      );
    case 'image':
      return <Thumbnail file={text} alt={field.title} inCell={inCell} />;
    case 'file':
      return (
        <Anchor href={`/api/files/${encodeURIComponent(String(value))}`} plain={plain}>
          Open file
        </Anchor>
      );
    case 'html':
      return inCell ? <Cut text={text} /> : <RichText html={String(value)} />;
    case 'text':
    case 'longText':
      return inCell ? <Cut text={text} /> : <span className={styles.long}>{text}</span>;
    default:
      return <>{text}</>;
  }
}

export function Dash() {
  return (
    <span className={styles.dash}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Empty</span>
    </span>
  );
}

function Cut({ text }: { text: string }) {
  return (
    <span className={styles.cut} title={text.length > 24 ? text.slice(0, 1000) : undefined}>
      {text}
    </span>
  );
}

function EnumValue({ field, value, text }: { field: Field; value: string | number | boolean; text: string }) {
  const look = chipLook(field.name, String(value));
  return look ? (
    <Chip tone={look.tone} icon={look.icon}>
      {text}
    </Chip>
  ) : (
    <Cut text={text} />
  );
}

/** An instant, short; the whole of it with its zone on hover. */
export function Instant({ instant }: { instant: string }) {
  const { zone } = useConsole();
  return (
    <time dateTime={instant} title={formatInstantFully(instant, zone)}>
      {formatInstant(instant, zone)}
    </time>
  );
}

function Anchor({ href, plain, children }: { href: string; plain: boolean; children: ReactNode }) {
  return plain ? (
    <>{children}</>
  ) : (
    <a className={styles.link} href={href} rel="noopener noreferrer">
      {children}
    </a>
  );
}

function Address({ value, plain, children }: { value: string; plain: boolean; children: ReactNode }) {
  const href = linkHref(value);
  return (
    <Anchor href={href ?? ''} plain={plain || href === null}>
      {children}
    </Anchor>
  );
}

function ListValue({ field, items, inCell, plain }: { field: Field; items: Json[]; inCell: boolean; plain: boolean }) {
  const { zone } = useConsole();
  if (field.kind === 'json') return inCell ? <Cut text={JSON.stringify(items)} /> : <JsonValue value={items} />;
  if (field.kind === 'references' && field.reference) {
    return <ReferenceList resource={field.reference} items={items} inCell={inCell} plain={plain} />;
  }
  if (inCell) return <Cut text={plainText(field, items, zone)} />;
  return (
    <span className={styles.list}>
      {items.map((item, index) => (
        <Chip key={index}>{plainText(field, item, zone)}</Chip>
      ))}
    </span>
  );
}

function ReferenceList({
  resource,
  items,
  inCell,
  plain,
}: {
  resource: string;
  items: Json[];
  inCell: boolean;
  plain: boolean;
}) {
  const ids = items.filter((item) => typeof item === 'string' || typeof item === 'number');
  const shown = inCell ? ids.slice(0, SHOWN_OF_LIST) : ids;
  return (
    <span className={inCell ? styles.cut : undefined}>
      {shown.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <ReferenceName resource={resource} id={id} plain={plain} />
        </span>
      ))}
      {ids.length > shown.length && <span className={styles.more}> +{ids.length - shown.length}</span>}
    </span>
  );
}
