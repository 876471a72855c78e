import { isTextInput, type TextInput } from '../../ui/fieldText.ts';
import { listenTo } from '../../ui/listenTo.ts';

const HELD = 'nativeKeyboard';

/** Masked fields for cards, IDs and PINs have a reader or a keypad, and say so. */
function needsKeyboard(target: EventTarget | null): target is TextInput {
  if (!isTextInput(target) || target.readOnly || target.disabled) return false;
  return target.inputMode !== 'none' || target.dataset[HELD] !== undefined;
}

/** A tablet's own keyboard does not appear in addition. Until the returned function is called. */
export function holdNativeKeyboard(field: TextInput): () => void {
  const before = field.getAttribute('inputmode');
  field.dataset[HELD] = '';
  field.inputMode = 'none';
  return () => {
    delete field.dataset[HELD];
    if (before === null) field.removeAttribute('inputmode');
    else field.setAttribute('inputmode', before);
  };
}

/**
 * Reports the focused text field, and null when the focus has left it for something else than `isKeyboard`. Never during a press: what
 * would move then is not pressed. A press on the field reports it again. Until the returned function is called.
 */
export function watchTextFields(
  isKeyboard: (target: EventTarget | null) => boolean,
  onField: (field: TextInput | null) => void,
): () => void {
  let field: TextInput | null = null;
  let isPressed = false;
  let isChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    if (isPressed || !isChanged) return;
    isChanged = false;
    onField(field);
  };
  const reportSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(report);
  };
  const watch = (target: EventTarget | null, isAgain = false): void => {
    if (isKeyboard(target) || (target === field && !isAgain)) return;
    field = needsKeyboard(target) ? target : null;
    isChanged = true;
    reportSoon();
  };
  const onRelease = (): void => {
    isPressed = false;
    reportSoon();
  };
  const end = listenTo(document, {
    focusin: ({ target }) => watch(target),
    focusout: ({ relatedTarget }) => watch(relatedTarget),
    click: ({ target }) => target === document.activeElement && watch(target, true),
    pointerdown: () => {
      isPressed = true;
    },
    pointerup: onRelease,
    pointercancel: onRelease,
  });
  watch(document.activeElement);
  return () => {
    clearTimeout(timer);
    end();
  };
}
