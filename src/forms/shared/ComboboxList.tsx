import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { useFloating } from '../../ui/useFloating.ts';
import type { Option } from './formServices.ts';
import type { useCombobox } from './useCombobox.ts';
import styles from './Combobox.module.css';

interface ComboboxListProps extends Pick<
  ReturnType<typeof useCombobox>,
  'box' | 'open' | 'found' | 'current' | 'state' | 'words' | 'retry' | 'choose' | 'onKeyDown'
> {
  listId: string;
  listLabel: string;
  selected: Option | null;
}

export function ComboboxList({ listId, listLabel, selected, box, open, found, current, ...rest }: ComboboxListProps) {
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
