import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { classNames } from './classNames.ts';
import { Icon, type IconProps } from './Icon.tsx';
import { useDismiss } from './useDismiss.ts';
import styles from './Menu.module.css';

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: IconProps['name'];
  onSelect?: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** A selected menu item: shows a tick. */
  checked?: boolean;
  /** A heading above this item. */
  group?: string;
  /** A divider above this item. */
  divided?: boolean;
}

export interface MenuTriggerProps {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  /** Renders the button; spread the given properties on it. */
  trigger: (props: MenuTriggerProps) => ReactNode;
  /** Content above the items, such as the current user. */
  head?: ReactNode;
  align?: 'start' | 'end';
  side?: 'below' | 'above';
  /** Positioned in the viewport, for rows whose table would clip it. */
  isFixed?: boolean;
}

/** A menu button. Arrow keys, Home, End and type-ahead move; Escape returns to the button. */
export function Menu({ label, items, trigger, head, align = 'start', side = 'below', isFixed = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const close = (returnFocus: boolean) => {
    setIsOpen(false);
    if (returnFocus) button.current?.focus();
  };
  useDismiss(anchor, isOpen, close);
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen || !isFixed) return undefined;
    const place = () => panel.current && button.current && placeAt(panel.current, button.current, align);
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [isOpen, isFixed, align]);
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
        onClick: () => setIsOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setIsOpen(true);
        },
      })}
      {isOpen && (
        <div ref={panel} className={classNames(styles.menu, styles[align], side === 'above' && styles.above)}>
          {head !== undefined && <div className={styles.head}>{head}</div>}
          <div id={id} role="menu" aria-label={label} tabIndex={-1} ref={focusFirst} onKeyDown={moveFocus}>
            {items.map((item) => (
              <MenuRow key={item.key} item={item} onSelect={() => select(item)} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const GAP = 6;

/** Below the button, or above it when there is no room. */
function placeAt(panel: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = bottom + GAP;
  const fits = below + panel.offsetHeight <= clientHeight;
  Object.assign(panel.style, {
    position: 'fixed',
    top: `${fits ? below : Math.max(GAP, top - GAP - panel.offsetHeight)}px`,
    ...(align === 'end' ? { left: 'auto', right: `${clientWidth - right}px` } : { left: `${left}px` }),
  });
}

function MenuRow({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const isChoice = item.checked !== undefined;
  return (
    <>
      {item.divided === true && <div role="separator" className={styles.line} />}
      {item.group !== undefined && (
        <div role="presentation" className={styles.group}>
          {item.group}
        </div>
      )}
      <button
        type="button"
        role={isChoice ? 'menuitemradio' : 'menuitem'}
        {...(isChoice ? { 'aria-checked': item.checked === true } : {})}
        aria-disabled={item.disabled === true ? true : undefined}
        tabIndex={-1}
        className={classNames(styles.item, item.danger && styles.danger)}
        onClick={onSelect}
      >
        {item.icon !== undefined && <Icon name={item.icon} />}
        <span className={styles.label}>{item.label}</span>
        {item.checked === true && <Icon name="check" size={16} />}
      </button>
    </>
  );
}

function entriesOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

function focusFirst(menu: HTMLDivElement | null): void {
  if (menu === null) return;
  const entries = entriesOf(menu);
  (entries.find((entry) => entry.getAttribute('aria-checked') === 'true') ?? entries[0])?.focus({
    preventScroll: true,
  });
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = entriesOf(event.currentTarget);
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const target = targetOf(event.key, index, entries);
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

function targetOf(key: string, index: number, entries: HTMLElement[]): HTMLElement | undefined {
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
