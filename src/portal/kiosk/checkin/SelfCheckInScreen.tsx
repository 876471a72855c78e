import { useEffect, useRef, useState, type FormEvent } from 'react';
import { SELF_CHECK_IN_SECONDS } from '../../../../domain/sessions/door.ts';
import type { SelfCheckedIn, SelfCheckIn } from '../../../../domain/calls/self-check-in.ts';
import { callApi } from '../../../app/callApi.ts';
import { ApiError, isUnreachable } from '../../../app/ApiError.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/TextField.tsx';
import { timesText } from '../../../content/sessions/listTexts.ts';
import { signal } from '../../../ui/signal.ts';
import { useCardReader } from '../../../ui/reader/useCardReader.ts';
import entry from '../entry/Entry.module.css';
import { Keypad } from '../entry/Keypad.tsx';
import { MaskedField } from '../entry/MaskedField.tsx';
import { Leave } from './Leave.tsx';
import styles from './SelfCheckIn.module.css';

const Camera = lazyComponent(() => import('../../../ui/camera/Camera.tsx').then((module) => module.Camera));

/** A greeting names a person, so it disappears soon; a refusal takes longer to read. In milliseconds. */
const SHOWN = { greeting: SELF_CHECK_IN_SECONDS * 1000 - 500, refusal: 8_000 };
/** A camera sees the same code in many frames. */
const SAME = 4_000;
const LOOKS = {
  welcome: { icon: 'circle-check', tone: 'success' },
  already: { icon: 'circle-check', tone: 'success' },
  refused: { icon: 'triangle-alert', tone: 'warning' },
  unknown: { icon: 'triangle-alert', tone: 'error' },
} as const;

/** People check in by themselves, on a screen that shows a name for a moment only. */
export function SelfCheckInScreen({ state }: { state: SelfCheckIn }) {
  const { site } = useModel();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isCameraOn, setIsCameraOn] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const { answer, isRunning, take } = useSelfCheckIn();
  useCardReader({ onRead: take });
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="self-check-in"
      className={styles.screen}
      data-screen
      // Leaving takes a password.
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h1 id="self-check-in">{state.title}</h1>
          <p>
            {[timesText({ ...state, timezone: site.timezone }, site.timezone), state.place].filter(Boolean).join('. ')}
          </p>
        </header>
        <Answer answer={answer} />
        {isLeaving ? (
          <Leave {...state} onStay={() => setIsLeaving(false)} />
        ) : (
          <>
            <div className={styles.ways}>
              {isCameraOn && (
                <div>
                  <CodeBoundary fallback={<Loading label="Starting the camera" lines={1} lineHeight={200} />}>
                    <Camera onText={take} />
                  </CodeBoundary>
                </div>
              )}
              <EntryForm {...{ take, isRunning, isCameraOn }} onCamera={() => setIsCameraOn(!isCameraOn)} />
            </div>
            <footer className={styles.foot}>
              <Button variant="quiet" onClick={() => setIsLeaving(true)}>
                Staff: end self check-in
              </Button>
            </footer>
          </>
        )}
      </div>
    </dialog>
  );
}

interface EntryFormProps {
  take: (text: string) => void;
  isRunning: boolean;
  isCameraOn: boolean;
  onCamera: () => void;
}

function EntryForm({ take, isRunning, isCameraOn, onCamera }: EntryFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  /** Codes of tickets have letters, which the keypad has not. */
  const [isCode, setIsCode] = useState(false);
  useEffect(() => field.current?.focus(), [isCode]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    take(text);
    setText('');
  };
  const enterDigit = (digit: string): void => {
    const next = text + digit;
    setText(next.length < 9 ? next : '');
    if (next.length === 9) take(next);
  };
  const change = (): void => {
    setText('');
    setIsCode(!isCode);
  };
  return (
    <form className={entry.form} onSubmit={submit}>
      {isCode ? (
        <TextField
          ref={field}
          label="Ticket code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : (
        <>
          <MaskedField ref={field} label="Card, student ID or code" value={text} onChange={setText} />
          <Keypad onDigit={enterDigit} onClear={() => setText('')} onBack={() => setText(text.slice(0, -1))} />
        </>
      )}
      <div className={layout.toolbar3}>
        <Button type="submit" variant="primary" busy={isRunning}>
          Check in
        </Button>
        <Button icon="camera" aria-pressed={isCameraOn} onClick={onCamera}>
          {isCameraOn ? 'Camera off' : 'Show a code to the camera'}
        </Button>
        <Button icon={isCode ? 'hash' : 'pencil'} onClick={change}>
          {isCode ? 'Enter a student ID' : 'Type a ticket code'}
        </Button>
      </div>
    </form>
  );
}

function Answer({ answer }: { answer: SelfCheckedIn | null }) {
  return (
    <div role="status" aria-live="assertive" className={styles.answer}>
      {answer === null ? (
        <p>Show your ticket code, swipe your card or enter your student ID.</p>
      ) : (
        <div className={styles.said} data-tone={LOOKS[answer.outcome].tone}>
          <Icon name={LOOKS[answer.outcome].icon} size={48} />
          <div>
            {answer.firstName !== null && <strong>Welcome, {answer.firstName}</strong>}
            <p>{answer.words}</p>
          </div>
        </div>
      )}
    </div>
  );
}

/** The answer to the last person, which disappears after moments or when the next person checks in. */
function useSelfCheckIn() {
  const [answer, setAnswer] = useState<SelfCheckedIn | null>(null);
  const seen = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (answer === null) return;
    const timer = setTimeout(() => setAnswer(null), answer.firstName === null ? SHOWN.refusal : SHOWN.greeting);
    return () => clearTimeout(timer);
  }, [answer]);
  const { run, isRunning } = useCommand(async (text: string) => {
    const result = await callApi('POST /api/events/self-check-in/scan', { body: { text } }).catch(
      (error: unknown): SelfCheckedIn => ({ outcome: 'unknown', firstName: null, words: failureText(error) }),
    );
    signal(LOOKS[result.outcome].tone);
    setAnswer(result);
  });
  const take = (raw: string): void => {
    const text = raw.trim();
    const at = performance.now();
    const isSame = seen.current.text === text && at - seen.current.at < SAME;
    if (text === '' || isRunning || isSame) {
      if (isSame) seen.current.at = at;
      return;
    }
    seen.current = { text, at };
    void run(text);
  };
  return { answer, isRunning, take };
}

function failureText(error: unknown): string {
  if (isUnreachable(error)) return 'You are offline. Please ask at the desk.';
  if (error instanceof ApiError && error.status === 403) return 'Self check-in has ended here. Please ask at the desk.';
  return 'Something went wrong. Please ask at the desk.';
}
