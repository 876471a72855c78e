import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { classNames } from '../../ui/classNames.ts';
import { useFloating, whenLikely } from '../../ui/useFloating.ts';
import field from '../../ui/Field.module.css';
import type { Option } from './formServices.ts';
import { useOptions, type OptionSource } from './useOptions.ts';
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

/** The option that the arrow keys have moved to: known by its value, for the list may change under it. */
type Active = { value: Option['value'] } | 'first' | 'last' | null;

function useCombobox({ selected, source, onSelect, own }: ComboboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  // Null: unchanged, it shows what is selected.
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState<Active>(null);
  const words = typed?.trim() ?? '';
  const { found: offered, state, retry } = useOptions(source, open ? (typed ?? '') : null);
  const typedValue = words === '' ? null : (own?.(words) ?? null);
  const found = open ? withOwn(offered, typedValue) : [];
  const current = activeIndex(active, found);

  const show = (at: Active = null) => {
    // What is typed next replaces a choice; a free-text value is edited in place.
    if (typed === null && !own) box.current?.select();
    setOpen(true);
    setActive(at);
  };
  const hide = () => {
    setOpen(false);
    setActive(null);
  };
  const close = () => {
    hide();
    setTyped(null);
  };
  const choose = (option: Option) => {
    onSelect(option);
    close();
  };
  /** What was moved to, else what alone is called as it is typed, else the text itself where it may be a value. */
  const meantOption = () => {
    const [named, ...others] = offered.filter(({ label }) => label.toLowerCase() === words.toLowerCase());
    return found[current] ?? (others.length === 0 ? named : undefined) ?? typedValue?.option;
  };
  const leave = () => {
    const meant = own && meantOption();
    if (meant) onSelect(meant);
    else if (own && typed !== null && words === '' && selected) onSelect(null);
    close();
  };
  const enter = () => {
    const meant = meantOption();
    if (meant) choose(meant);
    else if (words === '') close();
    else show();
  };
  const isUnchanged = typed === null || typed === (selected?.label ?? '');
  const clearActive = () => setActive(null);
  const moves = { show, hide, enter, clearActive, restore: () => setTyped(null) };
  const move = (step: 1 | -1) => {
    if (open && found.length > 0) setActive(stepFrom(current, step, found));
    else show(step === 1 ? 'first' : 'last');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = listKey(event);
    if (key === null || !act(key, { ...moves, move, open, isUnchanged, isEmpty: words === '' })) return;
    event.preventDefault();
    if (key === 'Escape') event.stopPropagation();
  };
  const type = (text: string) => {
    setOpen(true);
    setActive(null);
    setTyped(text);
  };
  const clear = () => {
    onSelect(null);
    close();
    box.current?.focus();
  };
  return { box, open, typed, words, found, current, state, retry, show, choose, leave, type, clear, onKeyDown };
}

interface Moves {
  open: boolean;
  isEmpty: boolean;
  isUnchanged: boolean;
  show: (at?: Active) => void;
  hide: () => void;
  enter: () => void;
  restore: () => void;
  clearActive: () => void;
  move: (step: 1 | -1) => void;
}

function act(key: Key, { open, isEmpty, isUnchanged, ...moves }: Moves): boolean {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
      moves.move(key === 'ArrowDown' ? 1 : -1);
      return true;
    case 'Alt+ArrowDown':
      moves.show();
      return true;
    case 'Alt+ArrowUp':
      moves.hide();
      return true;
    case 'Enter':
      // Otherwise it is the form's.
      if (!open && isEmpty) return false;
      moves.enter();
      return true;
    case 'Escape':
      if (!open && isUnchanged) return false;
      if (open) moves.hide();
      else moves.restore();
      return true;
    default:
      // They move the caret: the attention is back in the text.
      moves.clearActive();
      return false;
  }
}

/** The ARIA combobox with manual selection. Only what was moved to, or typed in full, is selected. */
export function Combobox(props: ComboboxProps) {
  const { input, listLabel, selected, placeholder } = props;
  const listId = useId();
  const combobox = useCombobox(props);
  const { box, open, typed, found, current, state, show } = combobox;
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
        onClick={() => {
          if (!open) show();
        }}
        onPointerEnter={whenLikely.onPointerEnter}
        onFocus={whenLikely.onFocus}
        onChange={(event) => combobox.type(event.target.value)}
        onKeyDown={combobox.onKeyDown}
        onBlur={combobox.leave}
      />
      {selected !== null && !input.disabled && (
        <button
          type="button"
          className={styles.clear}
          aria-label={`Clear ${listLabel}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={combobox.clear}
        >
          <Icon name="x" size={16} />
        </button>
      )}
      <Icon name="chevrons-up-down" size={16} className={styles.arrow} />
      <Options {...props} {...combobox} listId={listId} />
      <span className="visually-hidden" role="status">
        {open && state === 'ready' && `${found.length === 1 ? '1 result' : `${found.length} results`}`}
      </span>
    </div>
  );
}

interface OptionsProps
  extends
    Pick<ComboboxProps, 'listLabel' | 'selected'>,
    Pick<
      ReturnType<typeof useCombobox>,
      'box' | 'open' | 'found' | 'current' | 'state' | 'words' | 'retry' | 'choose' | 'onKeyDown'
    > {
  listId: string;
}

function Options({ listId, listLabel, selected, box, open, found, current, ...rest }: OptionsProps) {
  const { state, words, retry, choose, onKeyDown } = rest;
  const popup = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFloating(open, box, popup, { isAsWide: true });
  const activeValue = found[current]?.value;
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [activeValue]);
  return (
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
              aria-selected={option.value === selected?.value}
              data-active={index === current || undefined}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              onKeyDown={onKeyDown}
            >
              {option.icon !== undefined && <Icon name={option.icon} className={styles.optionIcon} />}
              <span>{option.label}</span>
              {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
            </li>
          ))}
      </ul>
      <ListNote state={state} count={found.length} typed={words} onRetry={retry} />
    </div>
  );
}

/** Unambiguous text precedes the results, otherwise it follows them. */
function withOwn(found: readonly Option[], own: { option: Option; isWhole: boolean } | null): readonly Option[] {
  if (!own || found.some((option) => option.value === own.option.value)) return found;
  return own.isWhole ? [own.option, ...found] : [...found, own.option];
}

/** -1 where there is none. */
function activeIndex(active: Active, found: readonly Option[]): number {
  if (active === null) return -1;
  if (active === 'first') return found.length > 0 ? 0 : -1;
  if (active === 'last') return found.length - 1;
  return found.findIndex(({ value }) => value === active.value);
}

/** The next option, from the last to the first and the other way round. */
function stepFrom(current: number, step: 1 | -1, found: readonly Option[]): Active {
  const from = current === -1 && step === -1 ? 0 : current;
  const option = found[(from + step + found.length) % found.length];
  return option ? { value: option.value } : null;
}

const KEYS = [
  'ArrowDown',
  'ArrowUp',
  'Alt+ArrowDown',
  'Alt+ArrowUp',
  'Enter',
  'Escape',
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
] as const;
type Key = (typeof KEYS)[number];

function listKey(event: KeyboardEvent): Key | null {
  if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return null;
  const name = event.altKey ? `Alt+${event.key}` : event.key;
  return KEYS.find((key) => key === name) ?? null;
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
      {state === 'loading' ? 'Searching' : typed ? 'No results. Try other words.' : 'No options available.'}
    </p>
  );
}
