import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { TextInput } from '../../ui/fieldText.ts';
import { listenTo } from '../../ui/listenTo.ts';
import { OnScreenKeyboard } from '../../ui/OnScreenKeyboard.tsx';
import styles from './KioskFrame.module.css';
import { holdNativeKeyboard, watchTextFields } from './textFields.ts';

/** The keyboard of a paired kiosk: at the bottom of the screen while a text field has the focus. */
export function KioskKeyboard() {
  const [field, setField] = useState<TextInput | null>(null);
  useEffect(() => watchTextFields(isInKeyboard, setField), []);
  if (field === null) return null;
  // All else is inert while a modal dialog is open.
  return createPortal(
    <DockedKeyboard field={field} onClose={() => setField(null)} />,
    field.closest('dialog') ?? document.body,
  );
}

function isInKeyboard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-on-screen-keyboard]') !== null;
}

interface DockedKeyboardProps {
  field: TextInput;
  onClose: () => void;
}

function DockedKeyboard({ field, onClose }: DockedKeyboardProps) {
  const dock = useRef<HTMLElement>(null);
  useDock(dock, field);
  useDockKeys(dock, field, onClose);
  useEffect(() => holdNativeKeyboard(field), [field]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // The focus of a removed field is lost without an event.
    const observer = new MutationObserver(() => {
      if (!field.isConnected) close();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [field]);
  const { form } = field;
  const isSearch = field.enterKeyHint === 'search' && form !== null;
  const enter = (): void => {
    onClose();
    if (isSearch) form.requestSubmit();
    else field.focus();
  };
  return (
    // Its keys are buttons.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={dock}
      popover="manual"
      data-on-screen-keyboard
      aria-label="On-screen keyboard"
      className={styles.dock}
      // What closes on a press outside of it stays open.
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <OnScreenKeyboard
        field={() => field}
        enter={isSearch ? 'Search' : 'Done'}
        onEnter={enter}
        hasNewLine={field instanceof HTMLTextAreaElement}
      />
    </section>
  );
}

/** Above everything, also above a dialog. The page ends above it, and the field is in view. */
function useDock(dock: RefObject<HTMLElement | null>, field: TextInput): void {
  useLayoutEffect(() => {
    const element = dock.current;
    if (element === null) return;
    const { style } = document.documentElement;
    element.showPopover();
    const observer = new ResizeObserver(() => {
      style.setProperty('--keyboard-height', `${element.offsetHeight}px`);
      field.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--keyboard-height');
    };
  }, [dock, field]);
}

/** Tab leads from the field to the keyboard, and from there to what follows the field. Escape closes the keyboard. */
function useDockKeys(dock: RefObject<HTMLElement | null>, field: TextInput, onClose: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const isInside = isInKeyboard(event.target);
    if (!isInside && event.target !== field) return;
    if (event.key === 'Escape') {
      stop(event);
      field.focus();
      onClose();
    } else if (event.key === 'Tab' && isInside) {
      field.focus();
      if (event.shiftKey) stop(event);
    } else if (event.key === 'Tab' && !event.shiftKey) {
      stop(event);
      dock.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    }
  });
  useEffect(() => listenTo(window, { keydown: (event) => onKey(event) }), []);
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
