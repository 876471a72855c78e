import { useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { classNames } from '../../ui/classNames.ts';
import { whenLikely } from '../../ui/useFloating.ts';
import field from '../../ui/Field.module.css';
import { ComboboxList } from './ComboboxList.tsx';
import { useCombobox, type ComboboxState } from './useCombobox.ts';
import styles from './Combobox.module.css';

export interface ComboboxProps extends ComboboxState {
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
  placeholder?: string;
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
      <ComboboxList {...combobox} listId={listId} listLabel={listLabel} selected={selected} />
      <span className="visually-hidden" role="status">
        {open && state === 'ready' && `${found.length === 1 ? '1 result' : `${found.length} results`}`}
      </span>
    </div>
  );
}
