import { useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { deleteText, insertText, setFieldValue, startsWithCapital, type TextInput } from './fieldText.ts';
import { Icon } from './Icon.tsx';
import { listenTo } from './listenTo.ts';
import styles from './OnScreenKeyboard.module.css';

const DIGITS = '1234567890';
const LETTERS = ['qwertyuiop', "asdfghjkl'", 'zxcvbnm-'];
const SYMBOLS = ['@#$%&*()_+', '=/\\:;!?"~^', '<>[]{}|`'];
/** Screen readers leave out punctuation. */
const NAMES: Readonly<Record<string, string>> = {
  "'": 'Apostrophe',
  '-': 'Hyphen',
  '@': 'At sign',
  '#': 'Number sign',
  $: 'Dollar sign',
  '%': 'Percent sign',
  '&': 'Ampersand',
  '*': 'Asterisk',
  '(': 'Left parenthesis',
  ')': 'Right parenthesis',
  _: 'Underscore',
  '+': 'Plus sign',
  '=': 'Equals sign',
  '/': 'Slash',
  '\\': 'Backslash',
  ':': 'Colon',
  ';': 'Semicolon',
  '!': 'Exclamation mark',
  '?': 'Question mark',
  '"': 'Quotation mark',
  '~': 'Tilde',
  '^': 'Caret',
  '<': 'Less-than sign',
  '>': 'Greater-than sign',
  '[': 'Left bracket',
  ']': 'Right bracket',
  '{': 'Left brace',
  '}': 'Right brace',
  '|': 'Vertical bar',
  '`': 'Grave accent',
  '.': 'Period',
  ',': 'Comma',
};

export interface OnScreenKeyboardProps {
  /** The field that is edited. */
  field: () => TextInput | null;
  /** The name of the key that ends the field: "Next". */
  enter: string;
  onEnter: () => void;
  hasNewLine?: boolean;
}

/**
 * For displays without a keyboard. Its keys leave the focus where it is; narrow screens bring a keyboard of their own. One key is in the tab
 * order, and arrow keys lead to the others.
 */
export function OnScreenKeyboard({ field, enter, onEnter, hasNewLine = false }: OnScreenKeyboardProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isShifted, setIsShifted] = useState(false);
  const [hasSymbols, setHasSymbols] = useState(false);
  const [reachable, setReachable] = useState('1');
  const isStart = useSyncExternalStore(onCaretMoved, () => startsWithCapital(field()));
  const isCapital = isShifted !== isStart;
  const edit = (change: (edited: TextInput) => void): void => {
    const edited = field();
    if (edited !== null) change(edited);
    setIsShifted(false);
  };
  const type = (text: string) => () => edit((edited) => insertText(edited, text));
  const of = (id: string) => ({ isReachable: id === reachable, onFocus: () => setReachable(id) });
  const character = (key: string) => {
    const text = isCapital ? key.toUpperCase() : key;
    return (
      <Key key={key} {...of(key)} label={NAMES[key]} onPress={type(text)}>
        {text}
      </Key>
    );
  };
  const [first = '', second = '', third = ''] = hasSymbols ? SYMBOLS : LETTERS;
  return (
    // Its keys are buttons; arrow keys move between them.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      role="group"
      aria-label="Keyboard"
      className={styles.keyboard}
      // The focus stays in the field, also when a press falls between two keys.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => moveToKey(event, root.current)}
    >
      {[DIGITS, first, second].map((row) => (
        <div key={row} className={styles.row}>
          {[...row].map(character)}
        </div>
      ))}
      <div className={styles.row}>
        <Key {...of('Shift')} label="Shift" isPressed={isCapital} onPress={() => setIsShifted(!isShifted)}>
          <Icon name="arrow-up" size={28} />
        </Key>
        {[...third].map(character)}
        <Key {...of('Delete')} label="Delete" onPress={() => edit(deleteText)}>
          <Icon name="arrow-left" size={28} />
        </Key>
      </div>
      <div className={styles.row}>
        <Key
          {...of('Symbols')}
          label={hasSymbols ? 'Letters' : 'Symbols'}
          onPress={() => {
            setHasSymbols(!hasSymbols);
            setReachable('Symbols');
          }}
        >
          {hasSymbols ? 'abc' : '#+='}
        </Key>
        <Key {...of('Clear')} onPress={() => edit((edited) => setFieldValue(edited, ''))}>
          Clear
        </Key>
        {character(',')}
        <Key {...of('Space')} isWide onPress={type(' ')}>
          Space
        </Key>
        {character('.')}
        {hasNewLine && (
          <Key {...of('New line')} onPress={type('\n')}>
            New line
          </Key>
        )}
        <Key {...of('Enter')} isMain onPress={onEnter}>
          {enter}
        </Key>
      </div>
    </div>
  );
}

function onCaretMoved(listener: () => void): () => void {
  return listenTo(document, { input: listener, selectionchange: listener, focusin: listener });
}

/** To the nearest key in the direction of an arrow key. */
function moveToKey(event: KeyboardEvent, root: HTMLElement | null): void {
  const rows = [...(root?.children ?? [])].map((row) => [...row.querySelectorAll('button')]);
  const row = rows.findIndex((keys) => keys.some((key) => key === event.target));
  const column = rows[row]?.findIndex((key) => key === event.target) ?? -1;
  const beside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const below = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const center = middleOf(rows[row]?.[column]);
  const distance = (key: HTMLElement) => Math.abs(middleOf(key) - center);
  const key =
    beside === undefined
      ? below === undefined
        ? undefined
        : rows[row + below]?.toSorted((a, b) => distance(a) - distance(b))[0]
      : rows[row]?.[column + beside];
  if (key === undefined) return;
  event.preventDefault();
  key.focus();
}

function middleOf(key: HTMLElement | undefined): number {
  const box = key?.getBoundingClientRect();
  return box === undefined ? 0 : box.left + box.width / 2;
}

interface KeyProps {
  label?: string | undefined;
  isPressed?: boolean;
  isWide?: boolean;
  isMain?: boolean;
  isReachable: boolean;
  onFocus: () => void;
  onPress: () => void;
  children: ReactNode;
}

function Key({ label, isPressed, isWide = false, isMain = false, isReachable, onFocus, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      className={styles.key}
      data-wide={isWide}
      data-main={isMain}
      tabIndex={isReachable ? 0 : -1}
      aria-label={label}
      aria-pressed={isPressed}
      onFocus={onFocus}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
