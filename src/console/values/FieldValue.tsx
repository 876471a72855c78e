import { formatInstant, formatInstantFully } from '../../../domain/values/formats.ts';
import type { ReactNode } from 'react';
import { fileFacts, fileUrl } from '../../../domain/values/file-value.ts';
import { formatSize } from '../../ui/formatSize.ts';
import { linkHref } from '../../../domain/values/links.ts';
import { KINDS, type ValueLook } from '../../../domain/declarations/kinds.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { describeRuleText } from '../../../domain/hours/describe-rule.ts';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { isEmpty } from '../engine/represent.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { JsonValue } from './JsonValue.tsx';
import { dataText, plainText, textOfHtml } from '../engine/plainText.ts';
import { ReferenceName } from './ReferenceName.tsx';
import { RichText } from './RichText.tsx';
import { YesNo } from './YesNo.tsx';
import styles from './values.module.css';

const SHOWN_OF_LIST = 3;

export interface FieldValueProps {
  field: Field;
  value: Json | undefined;
  /** Its row, as far as it is known: what a value says may depend on another. */
  row?: Row | undefined;
  /** One line in a table; otherwise laid out for reading. */
  inCell?: boolean;
  /** Without links, for use inside one. */
  plain?: boolean;
}

/** A value as people read it. Empty is a dash. */
export function FieldValue({ field, value, row, inCell = false, plain = false }: FieldValueProps) {
  if (isEmpty(value) || value === undefined || value === null)
    return field.schema['x-empty'] ? <span className={styles.no}>{field.schema['x-empty']}</span> : <Dash />;
  const { list, look } = KINDS[field.kind];
  // An entry of the history may hold a value of the kind that the field had then.
  const Value = typeof value === 'object' && !(list && Array.isArray(value)) ? DataValue : LOOKS[look];
  return <Value field={field} value={value} row={row} inCell={inCell} plain={plain} />;
}

interface ValueProps {
  field: Field;
  value: Exclude<Json, null>;
  row: Row | undefined;
  inCell: boolean;
  plain: boolean;
}

const LOOKS: Readonly<Record<ValueLook, (props: ValueProps) => ReactNode>> = {
  plain: PlainValue,
  text: TextValue,
  html: HtmlValue,
  yesNo: ({ value }) => <YesNo value={value === true} />,
  instant: ({ value }) => <Instant instant={String(value)} />,
  label: LabelValue,
  swatch: SwatchValue,
  mail: MailValue,
  address: AddressValue,
  picture: ({ field, value, inCell }) => <Thumbnail file={String(value)} alt={field.title} inCell={inCell} />,
  file: FileValue,
  reference: ReferenceValue,
  references: ReferencesValue,
  items: ItemsValue,
  rule: RuleValue,
  data: DataValue,
};

function PlainValue({ field, value }: ValueProps) {
  const { zone } = useConsole();
  return <>{plainText(field, value, zone)}</>;
}

function TextValue({ field, value, inCell }: ValueProps) {
  if (field.schema['x-code'] && !inCell)
    return (
      <div className={styles.code}>
        <pre>{String(value)}</pre>
        <CopyButton text={String(value)} label="Copy" of={field.title} />
      </div>
    );
  return inCell ? <Cut text={String(value)} /> : <span className={styles.long}>{String(value)}</span>;
}

function HtmlValue({ value, inCell }: ValueProps) {
  return inCell ? <Cut text={textOfHtml(String(value))} /> : <RichText html={String(value)} />;
}

function LabelValue({ field, value }: ValueProps) {
  const { zone } = useConsole();
  const text = plainText(field, value, zone);
  const look = field.options?.find((option) => option.value === value)?.look;
  return look ? (
    <Chip tone={look.tone} icon={look.icon}>
      {text}
    </Chip>
  ) : (
    <Cut text={text} />
  );
}

function SwatchValue({ value }: ValueProps) {
  return (
    <span>
      <span className={styles.swatch} style={{ background: String(value) }} />
      {String(value)}
    </span>
  );
}

function MailValue({ value, plain }: ValueProps) {
  return (
    <Anchor href={`mailto:${String(value)}`} plain={plain}>
      {String(value)}
    </Anchor>
  );
}

function AddressValue({ value, inCell, plain }: ValueProps) {
  const href = linkHref(String(value));
  return (
    <Anchor href={href ?? ''} plain={plain || href === null}>
      {inCell ? <Cut text={String(value)} /> : String(value)}
    </Anchor>
  );
}

function FileValue({ value, inCell, plain }: ValueProps) {
  const file = fileFacts(String(value));
  if (!file) return <Cut text={String(value)} />;
  return (
    <span className={inCell ? styles.cut : undefined}>
      <Anchor href={fileUrl(file.id)} plain={plain}>
        {file.name}
      </Anchor>
      {!inCell && <span className={styles.no}> {formatSize(file.size)}</span>}
    </span>
  );
}

function ReferenceValue(props: ValueProps) {
  const { field, value, plain } = props;
  const isId = typeof value === 'number' || typeof value === 'string';
  return field.reference && isId ? (
    <ReferenceName resource={field.reference} id={value} plain={plain} />
  ) : (
    <PlainValue {...props} />
  );
}

function ReferencesValue({ field, value, inCell, plain }: ValueProps) {
  const ids = [value].flat().filter((item) => typeof item === 'string' || typeof item === 'number');
  const shown = inCell ? ids.slice(0, SHOWN_OF_LIST) : ids;
  return (
    <span className={inCell ? styles.cut : undefined}>
      {shown.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <ReferenceName resource={field.reference ?? ''} id={id} plain={plain} />
        </span>
      ))}
      {ids.length > shown.length && <span className={styles.more}> +{ids.length - shown.length}</span>}
    </span>
  );
}

function ItemsValue({ field, value, inCell }: ValueProps) {
  const { zone } = useConsole();
  if (inCell) return <Cut text={plainText(field, value, zone)} />;
  return (
    <span className={styles.list}>
      {[value].flat().map((item, index) => (
        <Chip key={index}>{plainText(field, item, zone)}</Chip>
      ))}
    </span>
  );
}

/** In words; the day of the first one says what a rule leaves out. */
function RuleValue({ field, value, row, inCell }: ValueProps) {
  const { zone } = useConsole();
  const starts = row?.[field.schema['x-starts'] ?? ''];
  const start =
    typeof starts !== 'string' ? '' : starts.length === 10 ? starts : wallClockOf(starts, zone).slice(0, 10);
  const text = describeRuleText(String(value), start || null, zone);
  return inCell ? <Cut text={text} /> : <>{text}</>;
}

function DataValue({ field, value, inCell, plain }: ValueProps) {
  const { zone } = useConsole();
  if (inCell) return <Cut text={dataText(field.schema, value, zone)} />;
  return (
    <JsonValue
      value={value}
      schema={field.schema}
      draw={(part, own) => <FieldValue field={part} value={own} plain={plain} />}
    />
  );
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
