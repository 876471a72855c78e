import { useRef, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { FieldHelp } from '../../ui/Field.tsx';
import field from '../../ui/Field.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { widgetOf } from '../shared/formSchema.ts';
import { faultsWithin, type WidgetProps } from '../shared/widgetProps.ts';
import { WIDGET_TRAITS } from '../shared/widgetTraits.ts';
import { classNames } from '../../ui/classNames.ts';
import styles from './inputs.module.css';

type Row = Record<string, unknown>;
/** Texts that may have so many characters have a line of their own among many. */
const LONG = 200;

export interface RowsInputProps extends WidgetProps {
  FieldInput: ComponentType<WidgetProps>;
}

/** A sortable list of objects with declared properties, one row each. */
export function RowsInput(props: RowsInputProps) {
  const { property, disabled } = props;
  const list = useRef<HTMLDivElement>(null);
  const rows = Array.isArray(props.value) ? (props.value as Row[]) : [];
  const most = property.maxItems ?? Infinity;
  const thing = property.items?.title?.toLowerCase() ?? 'row';
  const set = (next: Row[]) => props.onChange(next.length > 0 ? next : undefined);
  /** Synchronous, so that the next key reaches the focused row. */
  const setAndFocus = (next: Row[], index: number) => {
    flushSync(() => set(next));
    list.current
      ?.querySelectorAll<HTMLElement>(`[data-row="${index}"] :is(input, textarea, [contenteditable])`)[0]
      ?.focus();
  };
  const add = () => setAndFocus([...rows, {}], rows.length);
  const remove = (index: number) => setAndFocus(rows.toSpliced(index, 1), Math.max(0, index - 1));
  const move = (index: number, step: number) => {
    const next = rows.toSpliced(index, 1);
    flushSync(() => set(next.toSpliced(index + step, 0, rows[index] ?? {})));
    // Focus follows the row; at either end it moves to the opposite button.
    const buttons = [-step, step].flatMap((way) => [
      ...(list.current?.querySelectorAll<HTMLElement>(`[data-row="${index + step}"] [data-step="${way}"]:enabled`) ??
        []),
    ]);
    buttons.at(-1)?.focus();
  };
  return (
    <div className={styles.rows} ref={list}>
      {rows.map((row, index) => (
        // Rows have no identity other than their index.
        <div
          key={index}
          className={styles.row}
          data-row={index}
          role="group"
          aria-label={`${capitalised(thing)} ${index + 1}`}
        >
          <RowFields
            {...props}
            {...faultsWithin(props, index)}
            row={row}
            index={index}
            onRow={(next) => set(rows.with(index, next))}
          />
          {!disabled && (
            <div className={styles.rowActions}>
              <IconButton
                icon="arrow-up"
                size="small"
                label={`Move ${thing} ${index + 1} up`}
                data-step={-1}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                icon="arrow-down"
                size="small"
                label={`Move ${thing} ${index + 1} down`}
                data-step={1}
                disabled={index === rows.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                icon="trash-2"
                size="small"
                label={`Remove ${thing} ${index + 1}`}
                onClick={() => remove(index)}
              />
            </div>
          )}
        </div>
      ))}
      {!disabled && rows.length < most && (
        <Button size="small" icon="plus" {...(rows.length === 0 ? { id: props.id } : {})} onClick={add}>
          Add {article(thing)} {thing}
        </Button>
      )}
    </div>
  );
}

interface RowFieldsProps extends RowsInputProps {
  row: Row;
  index: number;
  onRow: (row: Row) => void;
}

function RowFields({ row, index, onRow, FieldInput, ...props }: RowFieldsProps) {
  const parts = Object.entries(props.property.items?.properties ?? {});
  const hasWide = parts.some(([, part]) => WIDGET_TRAITS[widgetOf(part)].isWide);
  const change = (name: string, value: unknown) => {
    const { [name]: _, ...others } = row;
    onRow(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <div className={classNames(styles.rowParts, hasWide && styles.withWideParts)}>
      {parts.map(([name, part], place) => {
        const id = index === 0 && place === 0 ? props.id : `${props.id}_${index}_${name}`;
        const faults = faultsWithin(props, name);
        const ownHelp = part.description ? `${id}-part-help` : null;
        // The help and the fault of the whole list, where the part is concerned.
        const described = [ownHelp, ownHelp === null || faults.invalid ? props.describedBy : null].filter(Boolean);
        return (
          <div
            key={name}
            className={classNames(field.field, parts.length > 3 && (part.maxLength ?? 0) >= LONG && styles.wholeLine)}
          >
            <label id={`${id}-part`} htmlFor={id} className={field.label}>
              {part.title ?? name}
            </label>
            <FieldHelp controlId={`${id}-part`}>{part.description}</FieldHelp>
            <FieldInput
              {...props}
              {...faults}
              id={id}
              labelId={`${id}-part`}
              name={name}
              label={part.title ?? name}
              property={part}
              value={row[name]}
              required={props.property.items?.required?.includes(name) ?? false}
              describedBy={described.length > 0 ? described.join(' ') : undefined}
              onChange={(value) => change(name, value)}
            />
          </div>
        );
      })}
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function article(thing: string): string {
  return /^[aeiou]/.test(thing) ? 'an' : 'a';
}
