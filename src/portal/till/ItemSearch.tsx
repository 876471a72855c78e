import { useRef, useState, type FormEvent, type KeyboardEvent, type Ref } from 'react';
import type { TillItem } from '../../../domain/calls/till.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { TextField } from '../../ui/TextField.tsx';
import { mostOf } from '../payments/store/useStorefront.ts';
import { moveFocus } from './FindStep.tsx';
import { itemOfCode, matchingItems, stockText } from './itemSearch.ts';
import styles from './Till.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useScanFocus } from './useScanFocus.ts';
import type { Basket } from './useDeskOrder.ts';

interface SearchProps {
  items: readonly TillItem[];
  basket: Basket;
  onAdd: (itemId: number, quantity: number) => void;
}

/** A scanned code adds one of its item. A name lists items: arrow keys move, Enter adds one. */
export function ItemSearch({ items, basket, onAdd }: SearchProps) {
  const [text, setText] = useState('');
  const [notice, setNotice] = useState<string | null>(null);
  const [added, setAdded] = useState('');
  const field = useFocusOnMount<HTMLInputElement>();
  useScanFocus(field);
  const list = useRef<HTMLUListElement>(null);
  const matches = matchingItems(items, text);
  const add = (item: TillItem): void => {
    const quantity = (basket.get(item.id) ?? 0) + 1;
    const isTooMany = quantity > mostOf(item);
    setText('');
    setNotice(isTooMany ? tooManyText(item) : null);
    if (!isTooMany) onAdd(item.id, quantity);
    setAdded(isTooMany ? '' : `${item.name}: ${quantity}`);
    field.current?.focus();
  };
  const focusFirst = (): void => list.current?.querySelector('button')?.focus();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [only, second] = matches;
    const item = itemOfCode(items, text) ?? (second === undefined ? only : undefined);
    // Some scanners send Enter twice.
    if (text.trim() === '') return;
    if (item !== undefined) add(item);
    else if (only !== undefined) focusFirst();
    else {
      setNotice(`No item matches “${text.trim()}”.`);
      // The next scan replaces it.
      field.current?.select();
    }
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' && matches.length > 0) {
      event.preventDefault();
      focusFirst();
    }
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      setText('');
    }
  };
  return (
    <div>
      <form onSubmit={submit}>
        <TextField
          ref={field}
          label="Scan an item, or enter its name or number"
          error={notice}
          autoComplete="off"
          maxLength={100}
          value={text}
          onKeyDown={onFieldKey}
          onChange={({ target }) => {
            setText(target.value);
            setNotice(null);
          }}
        />
      </form>
      <p className="visually-hidden" role="status">
        {added}
      </p>
      {matches.length > 0 && <Matches ref={list} matches={matches} onAdd={add} />}
    </div>
  );
}

interface MatchesProps {
  ref: Ref<HTMLUListElement>;
  matches: readonly TillItem[];
  onAdd: (item: TillItem) => void;
}

function Matches({ ref, matches, onAdd }: MatchesProps) {
  return (
    <ul ref={ref} className={styles.list} aria-label="Items found">
      {matches.map((item) => (
        <li key={item.id}>
          <button type="button" className={styles.itemMatch} onClick={() => onAdd(item)} onKeyDown={moveFocus}>
            <span className={styles.rowText}>
              <strong>{item.name}</strong>
              <span className={styles.quiet}>{matchText(item)}</span>
            </span>
            <span className={styles.amount}>{formatMoney(item.priceCents)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function matchText(item: TillItem): string {
  return [item.sku, item.store, stockText(item)].filter((part) => part !== '').join(' · ');
}

function tooManyText({ name, available, limit, bought }: TillItem): string {
  const rest = limit === null ? null : Math.max(limit - bought, 0);
  if (rest !== null && (available === null || rest <= available))
    return bought > 0
      ? `Each person can buy at most ${limit} of ${name}, and ${bought} ${bought === 1 ? 'is' : 'are'} already ordered.`
      : `Each person can buy at most ${limit} of ${name}.`;
  return available === 0 ? `${name} is sold out.` : `Only ${available} of ${name} left.`;
}
