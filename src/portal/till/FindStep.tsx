import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { TillMatch, TillState } from '../../../domain/calls/till.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import layout from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { KeyButton } from './KeyButton.tsx';
import styles from './Till.module.css';
import { useTillAction } from './useTillAction.ts';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useScanFocus } from './useScanFocus.ts';
import { useTillKeys } from './useTillKeys.ts';

const Camera = lazyComponent(() => import('../../ui/camera/Camera.tsx').then((module) => module.Camera));

const LONGEST_TEXT = 300;

interface FindProps {
  session: NonNullable<TillState['session']>;
  camera: { isOn: boolean; onSwitch: () => void };
  onChoose: (match: TillMatch) => void;
  /** Sells to a person without an account. */
  onGuest: () => void;
  onCount: () => void;
}

/** One field for scanners, the camera and people: a code, a card, a number or a name. */
export function FindStep({ session, camera, onChoose, onGuest, onCount }: FindProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  useScanFocus(field);
  const search = useFind(onChoose);
  const clear = (): void => {
    search.setText('');
    field.current?.focus();
  };
  const drawer = useDrawerKeys(session.id, onCount);
  useTillKeys({ ...drawer.keys, F2: onGuest, F4: camera.onSwitch, Escape: clear });
  return (
    <div className={layout.stack5}>
      <Card>
        <FindForm {...search} field={field} camera={camera} />
        {camera.isOn && <CameraPicture onText={search.takeOnce} />}
        {search.refusal?.status === 0 && (
          <Banner tone="warning" title="No connection">
            Nothing was recorded. Search again when the connection is back.
          </Banner>
        )}
        {search.matches.length > 0 && <Matches matches={search.matches} onChoose={onChoose} />}
      </Card>
      <div className={layout.toolbar2}>
        <KeyButton shortcut="F2" icon="user-plus" onClick={onGuest}>
          Without an account
        </KeyButton>
        <section className={layout.toolbar2} aria-label="Drawer">
          <KeyButton shortcut="F7" icon="plus" onClick={drawer.keys.F7}>
            Cash in
          </KeyButton>
          <KeyButton shortcut="F8" icon="minus" onClick={drawer.keys.F8}>
            Cash out
          </KeyButton>
          <KeyButton shortcut="F9" icon="lock" onClick={drawer.keys.F9}>
            Count and close
          </KeyButton>
        </section>
      </div>
    </div>
  );
}

/** What is sought, and who was found. A single match is chosen. */
function useFind(onChoose: (match: TillMatch) => void) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ matches: TillMatch[]; notice: string | null } | null>(null);
  const lastRead = useRef('');
  const { run, isRunning, refusal } = useCommand((given: string) =>
    callApi('GET /api/till/find', { query: { text: given } }),
  );
  const find = async (given: string): Promise<void> => {
    if (given.trim() === '') return;
    const answer = await run(given.trim());
    if (answer === undefined) return;
    const [only, second] = answer.matches;
    if (only !== undefined && second === undefined) onChoose(only);
    else setFound(answer);
  };
  const change = (given: string): void => {
    setText(given);
    setFound(null);
  };
  /** The camera reads the same code in many frames. */
  const takeOnce = (given: string): void => {
    if (given === lastRead.current || isRunning) return;
    lastRead.current = given;
    change(given.slice(0, LONGEST_TEXT));
    void find(given.slice(0, LONGEST_TEXT));
  };
  const notice = found?.notice ?? null;
  return { text, setText: change, find, takeOnce, isRunning, refusal, matches: found?.matches ?? [], notice };
}

interface FormProps extends ReturnType<typeof useFind>, Pick<FindProps, 'camera'> {
  field: RefObject<HTMLInputElement | null>;
}

function FindForm({ text, setText, find, isRunning, refusal, notice, field, camera }: FormProps) {
  return (
    <form
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        void find(text);
      }}
    >
      <TextField
        ref={field}
        className={styles.findField ?? ''}
        label="Scan a code, or enter a name or number"
        help="Code for the desk, pickup code, card, student ID, request or order number, or name"
        error={notice ?? refusal?.message}
        autoComplete="off"
        maxLength={LONGEST_TEXT}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" icon="search" variant="primary" busy={isRunning}>
        Find
      </Button>
      <KeyButton shortcut="F4" icon="camera" aria-pressed={camera.isOn} onClick={camera.onSwitch}>
        {camera.isOn ? 'Camera off' : 'Camera'}
      </KeyButton>
    </form>
  );
}

function CameraPicture({ onText }: { onText: (text: string) => void }) {
  return (
    <div className={styles.camera}>
      <CodeBoundary fallback={<Loading label="Starting the camera" lines={1} lineHeight={200} />}>
        <Camera onText={onText} />
      </CodeBoundary>
    </div>
  );
}

function useDrawerKeys(sessionId: number, onCount: () => void) {
  const run = useTillAction();
  const keys = {
    F7: () => void run('tillSessions', 'cashIn', sessionId),
    F8: () => void run('tillSessions', 'cashOut', sessionId),
    F9: onCount,
  };
  return { keys };
}

/** Arrow keys move, Enter chooses. */
function Matches({ matches, onChoose }: { matches: TillMatch[]; onChoose: (match: TillMatch) => void }) {
  const first = useFocusOnMount<HTMLButtonElement>();
  return (
    <ul className={styles.list} aria-label="People found">
      {matches.map((match, index) => (
        <li key={`${match.userId} ${match.detail}`}>
          <button
            ref={index === 0 ? first : undefined}
            type="button"
            className={styles.match}
            onClick={() => onChoose(match)}
            onKeyDown={moveFocus}
          >
            <strong>{match.name}</strong>
            <span className={styles.quiet}>{match.detail}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** To the next or previous button or checkbox of its list. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const items = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('button, input') ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  items[Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
  event.preventDefault();
}
