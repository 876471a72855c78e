import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { classNames } from '../ui/classNames.ts';
import field from '../ui/Field.module.css';
import type { Option } from './formServices.ts';
import { useFloating } from './useFloating.ts';
import { useOptions } from './useOptions.ts';
import type { OptionSource } from './useOptions.ts';
import styles from './Combobox.module.css';

export interface ComboboxProps {
  /** id, name, disabled and aria attributes of the input. */
  input: {
    id: string;
    name?: string;
    disabled?: boolean;
    'aria-required'?: boolean;
    'aria-invalid'?: true | undefined;
    'aria-describedby'?: string | undefined;
    'aria-label'?: string;
  };
  /** Names the list for screen readers. */
  listLabel: string;
  selected: Option | null;
  source: OptionSource;
  onSelect: (option: Option | null) => void;
  placeholder?: string;
  /** Interprets typed text as a value where free text is allowed; `isWhole`: unambiguous, so it is offered first. Null: not a value. */
  own?: (text: string) => { option: Option; isWhole: boolean } | null;
}

/** An autocomplete input following the ARIA combobox pattern: list with manual selection. */
export function Combobox({ input, listLabel, selected, source, onSelect, placeholder, own }: ComboboxProps) {
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isTouched, setIsTouched] = useState(false);
  const [active, setActive] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const open = typed !== null;
  const popup = useFloating(open, box);
  // A free-text value is edited in place; it only becomes a query once changed.
  const asked = own && typed !== null && !isTouched ? '' : typed;
  const { found: offered, state, retry } = useOptions(source, asked);
  const found = withOwn(offered, isTouched && typed?.trim() ? (own?.(typed.trim()) ?? undefined) : undefined);
  const current = Math.min(active, found.length - 1);

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current, found]);

  const close = () => {
    setTyped(null);
    setIsTouched(false);
  };
  const show = () => {
    setActive(0);
    setTyped((text) => text ?? (own && selected ? selected.label : ''));
  };
  const choose = (option: Option | undefined) => {
    if (!option) return;
    onSelect(option);
    close();
  };
  const leave = () => {
    const left = typed?.trim() ?? '';
    const meant = own && isTouched && left !== '' ? own(left) : null;
    if (meant) onSelect(meant.option);
    else if (own && isTouched && left === '' && selected) onSelect(null);
    close();
  };
  const move = (step: number) =>
    open ? setActive((current + step + found.length) % Math.max(1, found.length)) : show();
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyAction(event.key, open);
    if (!act) return;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    if (act === 'choose') choose(found[current]);
    else if (act === 'close') close();
    else move(act);
  };

  return (
    <div className={styles.combobox}>
      <input
        {...input}
        ref={box}
        className={classNames(field.control, styles.input, selected !== null && styles.withClear)}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && found[current] ? `${listId}-${current}` : undefined}
        placeholder={placeholder}
        value={typed ?? selected?.label ?? ''}
        onClick={show}
        onChange={(event) => {
          setActive(0);
          setIsTouched(true);
          setTyped(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {selected !== null && !input.disabled && (
        <button
          type="button"
          className={styles.clear}
          aria-label={`Clear ${listLabel}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onSelect(null);
            close();
            box.current?.focus();
          }}
        >
          <Icon name="x" size={16} />
        </button>
      )}
      <Icon name="chevrons-up-down" size={16} className={styles.arrow} />
      <div ref={popup} className={styles.popup} popover="manual">
        {/* The keyboard acts on the input, which points here by aria-activedescendant. */}
        <ul id={listId} ref={list} role="listbox" aria-label={listLabel}>
          {open &&
            found.map((option, index) => (
              <li
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                className={styles.option}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setActive(index)}
                onClick={() => choose(option)}
                onKeyDown={onKeyDown}
              >
                <span>{option.label}</span>
                {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
              </li>
            ))}
        </ul>
        <ListNote state={state} count={found.length} typed={asked ?? ''} onRetry={retry} />
      </div>
      <span className="visually-hidden" role="status">
        {open && state === 'ready' && `${found.length === 1 ? '1 result' : `${found.length} results`}`}
      </span>
    </div>
  );
}

/** Unambiguous text precedes the results, otherwise it follows them. */
function withOwn(found: readonly Option[], own: { option: Option; isWhole: boolean } | undefined): readonly Option[] {
  if (!own || found.some((option) => option.value === own.option.value)) return found;
  return own.isWhole ? [own.option, ...found] : [...found, own.option];
}

/** The action of a key: a step through the list, "choose" or "close". Other keys are left to the input. */
function keyAction(key: string, open: boolean): number | 'choose' | 'close' | undefined {
  switch (key) {
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'Enter':
      return open ? 'choose' : undefined;
    case 'Escape':
      return open ? 'close' : undefined;
    default:
      return undefined;
  }
}

interface ListNoteProps {
  state: 'loading' | 'ready' | 'failed';
  count: number;
  typed: string;
  onRetry: () => void;
}

function ListNote({ state, count, typed, onRetry }: ListNoteProps) {
  if (state === 'failed') {
    return (
      <p className={styles.note}>
        The list could not be loaded.{' '}
        <button
          type="button"
          className={styles.retry}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onRetry}
        >
          Try again
        </button>
      </p>
    );
  }
  if (count > 0) return null;
  return (
    <p className={styles.note}>
      {state === 'loading' ? 'Searching' : typed ? 'Nothing found. Try other words.' : 'Nothing to choose from.'}
    </p>
  );
}
