import { useLayoutEffect, useRef, useState } from 'react';
import { isPriceField } from '../../../../../domain/requests/price-formula.ts';
import { FORMULA_LIMITS } from '../../../../../domain/requests/price-tokens.ts';
import { hasPriceByAnswers } from '../../../../../domain/requests/pricing.ts';
import { FORM_LIMITS, type PriceRule } from '../../../../../domain/requests/request-form.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { TextAreaField, TextField } from '../../../../ui/TextField.tsx';
import { useFocusAfter } from '../../../editing/useFocusAfter.ts';
import { setPrice } from './edits.ts';
import { formulaFor } from '../../../../requests/priceFormulas.ts';
import { PriceExample } from './PriceExample.tsx';
import type { FormEditor } from './useFormEditor.tsx';
import styles from './settings.module.css';

/** The price lines of a form whose answers determine its price, with a worked example. */
export function PriceEditor({ editor }: { editor: FormEditor }) {
  const { form, schema, faults, edit } = editor;
  const rules = schema['x-price'] ?? [];
  const [area, focusNext] = useFocusAfter<HTMLDivElement>(schema);
  const [announcement, announce] = useState('');
  const set = (next: readonly PriceRule[], setting?: string) => edit(setPrice(schema, next), setting);
  const insertion = useInsertion(rules, set);
  const isPricedByAnswers = hasPriceByAnswers(form.costType);
  if (!isPricedByAnswers && rules.length === 0) return null;
  const move = (at: number, to: number) => {
    const others = rules.toSpliced(at, 1);
    set(others.toSpliced(to, 0, rules[at]!));
    announce(`Line ${at + 1} is now line ${to + 1} of ${rules.length}`);
    focusNext(`[data-price="${to}"] input`);
  };
  const add = () => {
    set([...rules, { label: '', amount: '' }]);
    focusNext(`[data-price="${rules.length}"] input`);
  };
  const remove = (at: number) => {
    set(rules.toSpliced(at, 1));
    announce(`Line ${at + 1} removed. Undo restores it.`);
    focusNext(rules.length > 1 ? `[data-price="${Math.max(0, at - 1)}"] input` : '[data-add-price]');
  };
  return (
    <Card title="Price lines">
      <div className={styles.price} ref={area}>
        <p className={styles.hint}>{rules.length === 0 ? WITHOUT_LINES[form.costType] : <FormulaHelp />}</p>
        {rules.map((rule, at) => (
          <PriceLineFields
            key={at}
            {...{ rule, at, faults: faults.price }}
            count={rules.length}
            onChange={(change, setting) => set(rules.with(at, { ...rule, ...change }), `x-price/${at}/${setting}`)}
            onFocus={(element) => insertion.remember(at, element)}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
          />
        ))}
        {rules.length > 0 && (
          <div className={styles.always} role="group" aria-label="Insert a field into the formula">
            {schema['x-order'].map((name) => {
              const field = schema.properties[name];
              return (
                field &&
                isPriceField(field) && (
                  <Button key={name} size="small" icon="plus" onClick={() => insertion.insert(formulaFor(name, field))}>
                    {name}
                  </Button>
                )
              );
            })}
          </div>
        )}
        {isPricedByAnswers && (
          <Button
            size="small"
            variant="quiet"
            icon="plus"
            data-add-price
            disabled={rules.length >= FORM_LIMITS.priceLines}
            onClick={add}
          >
            Add price line
          </Button>
        )}
        {rules.length > 0 && (
          <PriceExample costType={form.costType} schema={schema} hasFaults={Object.keys(faults.price).length > 0} />
        )}
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </div>
    </Card>
  );
}

const WITHOUT_LINES: Partial<Record<string, string>> = {
  Poster: 'Without lines, the price is the width times the height times the number of copies, by the square foot.',
  DirectCostInput: 'Without lines, the price is the amount in the field named cost.',
};

function FormulaHelp() {
  return (
    <>
      The price is the sum of the lines. Formulas use numbers, fields, + − × ÷, comparisons, <code>and</code>,{' '}
      <code>or</code>, <code>not</code>, <code>min</code>, <code>max</code>, and <code>round</code>, <code>ceil</code>{' '}
      and <code>floor</code> with a step. Examples: <code>if(quantity &gt; 10, 5, 0)</code>,{' '}
      <code>{'material { acrylic: 4.5, else: 2 } * quantity'}</code>. <code>subtotal</code> is the sum of the lines
      above: <code>max(0, 25 - subtotal)</code> is a minimum charge.
    </>
  );
}

interface PriceLineFieldsProps {
  rule: PriceRule;
  at: number;
  count: number;
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<PriceRule>, setting: string) => void;
  onFocus: (element: HTMLTextAreaElement) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function PriceLineFields({ rule, at, count, faults, onChange, onFocus, onMove, onRemove }: PriceLineFieldsProps) {
  const line = `line ${at + 1}`;
  return (
    <div className={styles.rule} data-price={at} role="group" aria-label={`Price ${line}`}>
      <TextField
        label="Label"
        value={rule.label}
        maxLength={FORM_LIMITS.titleLength}
        error={faults[`${at}/label`]}
        onChange={({ target }) => onChange({ label: target.value }, 'label')}
      />
      <TextAreaField
        label="Formula"
        className={styles.formula}
        rows={2}
        spellCheck={false}
        value={rule.amount}
        maxLength={FORMULA_LIMITS.length}
        error={faults[`${at}/amount`]}
        onChange={({ target }) => onChange({ amount: target.value }, 'amount')}
        onFocus={({ target }) => onFocus(target)}
      />
      <span className={styles.lineActions}>
        <IconButton
          icon="arrow-up"
          size="small"
          label={`Move ${line} up`}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          icon="arrow-down"
          size="small"
          label={`Move ${line} down`}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        />
        <IconButton icon="trash-2" size="small" label={`Remove ${line}`} onClick={onRemove} />
      </span>
    </div>
  );
}

/** Inserts at the caret of the formula that was edited last, or at the end of the last one. */
function useInsertion(rules: readonly PriceRule[], set: (rules: readonly PriceRule[]) => void) {
  const edited = useRef<{ at: number; element: HTMLTextAreaElement } | null>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || !edited.current) return;
    edited.current.element.focus();
    edited.current.element.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [rules]);
  return {
    remember: (at: number, element: HTMLTextAreaElement) => {
      edited.current = { at, element };
    },
    insert: (formula: string) => {
      const known = edited.current?.element.isConnected && rules[edited.current.at] ? edited.current : null;
      const at = known?.at ?? rules.length - 1;
      const rule = rules[at]!;
      const [start, end] = known
        ? [known.element.selectionStart, known.element.selectionEnd]
        : [rule.amount.length, rule.amount.length];
      const text = /[\w)}]$/.test(rule.amount.slice(0, start)) ? ` ${formula}` : formula;
      if (known) caret.current = start + text.length;
      set(rules.with(at, { ...rule, amount: rule.amount.slice(0, start) + text + rule.amount.slice(end) }));
    },
  };
}
