import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Button } from '../../ui/Button.tsx';
import { GRACE } from '../../../domain/messages/grace.ts';
import { currentToasts, dismissToast, showToast } from '../../ui/toasts.ts';
import type { CalendarItem, CalendarProps } from '../layout/types.ts';
import type { CalendarModel } from '../model/useCalendarModel.ts';
import { GestureController } from './controller.ts';
import { Edits, type Outcome } from './edits.ts';
import styles from './Editing.module.css';
import type { Saying } from './keyMachine.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { localDays } from './localDays.ts';
import { allowedFor } from './permissions.ts';
import { boxOf } from './surface.ts';
import { outcomeText, sayingText, type Wording } from './texts.ts';

export interface EditingProps {
  root: RefObject<HTMLElement | null>;
  /** With the items as they are shown. */
  props: CalendarProps;
  model: CalendarModel;
  /** The items that the calendar was given. */
  given: readonly CalendarItem[];
  onEdits: (edits: Edits) => void;
}

export function Editing({ root, props, model, given, onEdits }: EditingProps) {
  const layer = useRef<HTMLDivElement>(null);
  const carrier = useRef<HTMLDivElement>(null);
  const session = useRef<{ gestures: GestureController; edits: Edits } | null>(null);
  const latest = useRef({ props, model });
  const hintId = useId();
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const [hasKeys, setHasKeys] = useState(false);
  const [said, setSaid] = useState<Announced>({ polite: '', assertive: '', count: 0 });
  const say = useCallback<Say>((text, isUrgent) => {
    setSaid(({ count }) => ({ polite: isUrgent ? '' : text, assertive: isUrgent ? text : '', count: count + 1 }));
  }, []);

  useLayoutEffect(() => {
    latest.current = { props, model };
    session.current?.gestures.update(props, model);
  });

  useEffect(() => {
    const [element, above, carried] = [root.current, layer.current, carrier.current];
    if (element === null || above === null || carried === null) return;
    const undos: Undoable[] = [];
    const edits = new Edits({
      writes: () => latest.current.props.writes,
      days: () => localDays(latest.current.props.zone),
      isOnline: () => navigator.onLine,
      now: () => performance.now(),
      report: (outcome, undo) => report({ outcome, undo, undos, say, props: latest.current.props }),
    });
    const gestures: GestureController = new GestureController(
      { root: element, layer: above, carrier: carried },
      {
        change: (item, slot) => void edits.change(item, slot),
        create: (slot) => void edits.create(slot),
        offerDelete: (id, takesFocus) => setDeleting(offerOf(gestures, latest.current.props, id, takesFocus)),
        say: (saying) => say(sayingText(saying, wordingOf(latest.current.props)), isRefusal(saying)),
        undo: () => undoLast(undos, say),
        showKeys: () => setHasKeys(true),
      },
      latest.current.props,
      latest.current.model,
    );
    session.current = { gestures, edits };
    onEdits(edits);
    const unguard = guardLeaving(edits);
    element.setAttribute('data-editing', '');
    element.setAttribute('aria-describedby', hintId);
    return () => {
      session.current = null;
      gestures.close();
      unguard();
      element.removeAttribute('data-editing');
      element.removeAttribute('aria-describedby');
    };
  }, [root, hintId, say, onEdits]);

  useEffect(() => session.current?.edits.settle(given), [given]);

  const remove = ({ id }: Deleting) => {
    const item = props.items.find((one) => one.id === id);
    const { gestures, edits } = session.current ?? {};
    gestures?.focusBeside(id);
    gestures?.endDelete();
    if (item === undefined) return;
    // Asked again: it may have changed while the button was shown.
    if (allowedFor(item, props.writes, localDays(props.zone)).remove) void edits?.remove(item);
    else say(sayingText({ say: 'cannot-delete', item }, wordingOf(props)), true);
  };

  return (
    <>
      <p id={hintId} hidden>
        Events can be moved with the keyboard. Press the question mark for a list of keys.
      </p>
      <Announcer {...said} />
      <div ref={carrier} className="visually-hidden" role="application" aria-label="Moving" tabIndex={-1} />
      <div ref={layer} className={styles.layer}>
        {deleting !== null && <DeleteButton deleting={deleting} onDelete={() => remove(deleting)} />}
      </div>
      {hasKeys && <KeysDialog onClose={() => setHasKeys(false)} />}
    </>
  );
}

interface Announced {
  polite: string;
  assertive: string;
  /** Counts up, so that the same text is announced again. */
  count: number;
}

function Announcer({ polite, assertive, count }: Announced) {
  return (
    <>
      <div className="visually-hidden" role="status">
        {spoken(polite, count)}
      </div>
      <div className="visually-hidden" role="alert">
        {spoken(assertive, count)}
      </div>
    </>
  );
}

type Say = (text: string, isUrgent: boolean) => void;

interface Undoable {
  toast: number;
  undo: () => void;
}

interface Report {
  outcome: Outcome;
  undo: (() => void) | undefined;
  undos: Undoable[];
  say: Say;
  props: CalendarProps;
}

function report({ outcome, undo, undos, say, props }: Report): void {
  const text = outcomeText(outcome, wordingOf(props));
  if (undo !== undefined) {
    const toast = showToast(text, { action: { label: 'Undo', onSelect: undo }, time: GRACE });
    undos.push({ toast, undo });
    return;
  }
  const isRefused = outcome.kind !== 'undone' && outcome.kind !== 'uncreated';
  showToast(text, { tone: isRefused ? 'error' : 'success' });
  if (isRefused) say(text, true);
}

function undoLast(undos: Undoable[], say: Say): void {
  const last = undos.findLast(({ toast }) => currentToasts().some(({ id }) => id === toast));
  if (last === undefined) return say('Nothing to undo.', false);
  undos.splice(undos.indexOf(last), 1);
  dismissToast(last.toast);
  last.undo();
}

function DeleteButton({ deleting, onDelete }: { deleting: Deleting; onDelete: () => void }) {
  const { id, title, takesFocus, left, top } = deleting;
  return (
    <span
      className={styles.delete}
      style={{ transform: `translate(${left}px, ${top}px)` }}
      data-gestures-apart=""
      data-button-of={id}
    >
      <Button
        key={id}
        ref={(element) => {
          if (takesFocus) element?.focus();
        }}
        variant="danger"
        size="small"
        icon="trash-2"
        aria-label={`Delete ${title}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </span>
  );
}

interface Deleting {
  id: string;
  title: string;
  takesFocus: boolean;
  left: number;
  top: number;
}

function offerOf(
  controller: GestureController,
  props: CalendarProps,
  id: string | null,
  takesFocus: boolean,
): Deleting | null {
  const item = props.items.find((one) => one.id === id);
  const element = id === null ? null : controller.elementOf(id);
  if (item === undefined || element === null) return null;
  const { left, top } = boxOf(element);
  return {
    id: item.id,
    title: item.title,
    takesFocus,
    left: Math.max(4, Math.min(left + 4, window.innerWidth - 120)),
    top: Math.max(4, Math.min(top + 4, window.innerHeight - 40)),
  };
}

/** A text that differs from the one before, so that it is announced twice. */
function spoken(text: string, count: number): string {
  return text !== '' && count % 2 === 1 ? `${text}\u00a0` : text;
}

function isRefusal({ say }: Saying): boolean {
  return say.startsWith('cannot') || say === 'several-days' || say === 'closed-day';
}

function wordingOf(props: CalendarProps): Wording {
  return { days: localDays(props.zone), splits: props.splits ?? [] };
}

/** While a change is on its way, leaving the page asks first, even if the calendar is not shown anymore. */
function guardLeaving(edits: Edits): () => void {
  const ask = (event: Event) => event.preventDefault();
  const guard = () => {
    if (edits.isSaving()) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
  const stop = edits.subscribe(() => {
    guard();
    if (isLeft && !edits.isSaving()) stop();
  });
  let isLeft = false;
  return () => {
    isLeft = true;
    if (!edits.isSaving()) stop();
  };
}
