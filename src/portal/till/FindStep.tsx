import { useState, type FormEvent, type KeyboardEvent } from 'react';
import type { TillMatch, TillState } from '../../../domain/calls/till.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/TextField.tsx';
import { KeyButton } from './KeyButton.tsx';
import styles from './Till.module.css';
import { useDeskAction } from './useDeskAction.ts';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useScanFocus } from './useScanFocus.ts';
import { useTillKeys } from './useTillKeys.ts';

interface FindProps {
  session: NonNullable<TillState['session']>;
  onChoose: (match: TillMatch) => void;
  onCount: () => void;
}

/** One field for scanners and people: a code, a card, a number or a name. */
export function FindStep({ session, onChoose, onCount }: FindProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ matches: TillMatch[]; notice: string | null } | null>(null);
  const field = useFocusOnMount<HTMLInputElement>();
  useScanFocus(field);
  const { run, isRunning, refusal } = useCommand((given: string) =>
    callApi('GET /api/till/find', { query: { text: given } }),
  );
  const find = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const answer = await run(text.trim());
    if (answer === undefined) return;
    const [only, second] = answer.matches;
    if (only !== undefined && second === undefined) onChoose(only);
    else setFound(answer);
  };
  const clear = (): void => {
    setText('');
    setFound(null);
    field.current?.focus();
  };
  const drawer = useDrawerKeys(session.id, onCount);
  useTillKeys({ ...drawer.keys, Escape: clear });
  return (
    <div className={layout.stack5}>
      <Card>
        <form className={styles.find} onSubmit={(event) => void find(event)}>
          <TextField
            ref={field}
            className={styles.findField ?? ''}
            label="Scan a code, or enter a name or number"
            help="Code for the desk, pickup code, card, student ID, request or order number, or name"
            error={found?.notice ?? refusal?.message}
            autoComplete="off"
            maxLength={300}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setFound(null);
            }}
          />
          <Button type="submit" icon="search" variant="primary" busy={isRunning}>
            Find
          </Button>
        </form>
        {refusal?.status === 0 && (
          <Banner tone="warning" title="No connection">
            Nothing was recorded. Search again when the connection is back.
          </Banner>
        )}
        {found !== null && found.matches.length > 0 && <Matches matches={found.matches} onChoose={onChoose} />}
      </Card>
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
  );
}

function useDrawerKeys(sessionId: number, onCount: () => void) {
  const run = useDeskAction();
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
