import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { classNames } from './classNames.ts';
import { Icon, type IconProps } from './Icon.tsx';
import { useDismiss } from './useDismiss.ts';
import { useFloating, whenLikely } from './useFloating.ts';
import styles from './Menu.module.css';

export interface MenuItem {
  key: string;
  label: ReactNode;
  /** What it does, below its label. */
  hint?: string;
  icon?: IconProps['name'];
  onSelect?: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** A selected menu item: shows a tick. */
  checked?: boolean;
  group?: string;
  divided?: boolean;
}

export interface MenuTriggerProps {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

export interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  /** Renders the button; spread the given properties on it. */
  trigger: (props: MenuTriggerProps) => ReactNode;
  head?: ReactNode;
  align?: 'start' | 'end';
  /** wide: items with hints. */
  look?: 'wide';
}

/** The entry that has the focus when the menu opens: a checked one precedes the first. */
type Start = 'first' | 'last';

/** A menu button. Arrow keys, Home, End and type-ahead move; Escape returns to the button, Tab leaves from there. */
export function Menu({ label, items, trigger, head, align = 'start', look }: MenuProps) {
  const [start, setStart] = useState<Start | null>(null);
  const isOpen = start !== null;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const close = (returnFocus: boolean) => {
    setStart(null);
    if (returnFocus) button.current?.focus();
  };
  useDismiss(anchor, isOpen, close);
  useFloating(isOpen, anchor, panel, { placement: `bottom-${align}` });
  useLayoutEffect(() => {
    if (start !== null && menu.current !== null) focusStart(menu.current, start);
  }, [start]);
  const select = (item: MenuItem) => {
    if (item.disabled === true) return;
    close(true);
    item.onSelect?.();
  };
  return (
    <div ref={anchor} className={styles.anchor}>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setStart(isOpen ? null : 'first'),
        onKeyDown: (event) => {
          if (hasModifier(event) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          setStart(event.key === 'ArrowDown' ? 'first' : 'last');
        },
        ...whenLikely,
      })}
      {isOpen && (
        <div ref={panel} className={classNames(styles.menu, styles[align], look && styles[look])}>
          {head !== undefined && <div className={styles.head}>{head}</div>}
          <div
            id={id}
            ref={menu}
            role="menu"
            aria-label={label}
            // The panel around it may scroll: it has to hold something that the keyboard reaches.
            tabIndex={0}
            onKeyDown={(event) => {
              // The browser moves on from the button.
              if (event.key === 'Tab') close(true);
              else moveFocus(event);
            }}
          >
            {menuSections(items).map((section, index) => (
              <MenuSection key={section[0]?.key} id={`${id}-${index}`} items={section} onSelect={select} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Split where a heading or a divider stands. */
function menuSections(items: readonly MenuItem[]): MenuItem[][] {
  const sections: MenuItem[][] = [];
  for (const item of items) {
    const section = sections.at(-1);
    if (section === undefined || item.group !== undefined || item.divided === true) sections.push([item]);
    else section.push(item);
  }
  return sections;
}

interface MenuSectionProps {
  id: string;
  items: readonly MenuItem[];
  onSelect: (item: MenuItem) => void;
}

function MenuSection({ id, items, onSelect }: MenuSectionProps) {
  const [first] = items;
  const rows = items.map((item) => (
    <MenuRow key={item.key} id={`${id}-${item.key}`} item={item} onSelect={() => onSelect(item)} />
  ));
  return (
    <>
      {first?.divided === true && <div role="separator" className={styles.line} />}
      {first?.group === undefined ? (
        rows
      ) : (
        <div role="group" aria-labelledby={id}>
          <div id={id} role="presentation" className={styles.group}>
            {first.group}
          </div>
          {rows}
        </div>
      )}
    </>
  );
}

function MenuRow({ id, item, onSelect }: { id: string; item: MenuItem; onSelect: () => void }) {
  const isChoice = item.checked !== undefined;
  const hasHint = item.hint !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      {...(isChoice ? { 'aria-checked': item.checked === true } : {})}
      {...(hasHint ? { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` } : {})}
      aria-disabled={item.disabled === true ? true : undefined}
      tabIndex={-1}
      className={classNames(styles.item, item.danger && styles.danger)}
      onClick={onSelect}
    >
      {item.icon !== undefined && <Icon name={item.icon} />}
      <span className={styles.label}>
        <span {...(hasHint ? { id: `${id}-label` } : {})}>{item.label}</span>
        {hasHint && <small id={`${id}-hint`}>{item.hint}</small>}
      </span>
      {item.checked === true && <Icon name="check" size={16} />}
    </button>
  );
}

function menuEntries(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

function focusStart(menu: HTMLElement, start: Start): void {
  const entries = menuEntries(menu);
  const entry =
    start === 'last'
      ? entries.at(-1)
      : (entries.find((one) => one.getAttribute('aria-checked') === 'true') ?? entries[0]);
  entry?.focus({ preventScroll: true });
}

/** Such keys belong to the browser or the system. */
function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (hasModifier(event)) return;
  const entries = menuEntries(event.currentTarget);
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const target = entryForKey(event.key, index, entries);
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

function entryForKey(key: string, index: number, entries: HTMLElement[]): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return entries[(index + 1) % entries.length];
    case 'ArrowUp':
      return entries[(index - 1 + entries.length) % entries.length];
    case 'Home':
      return entries[0];
    case 'End':
      return entries.at(-1);
    default:
      break;
  }
  if (key.length !== 1 || key === ' ') return undefined;
  const order = [...entries.slice(index + 1), ...entries.slice(0, index + 1)];
  return order.find((entry) => entry.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}
