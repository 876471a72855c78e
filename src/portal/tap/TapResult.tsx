import { useEffect, useState } from 'react';
import { formatClock } from '../../../domain/values/formats.ts';
import type { EventAtTap, MachineAccess } from '../../../domain/calls/taps.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Tap.module.css';
import { lookOf, wordsOf, type Shown } from './tapLooks.ts';

/** Less than GREETING_SECONDS, in milliseconds. */
const GREETING = 2_500;

export interface TapResultProps {
  shown: Shown | null;
  isBusy: boolean;
  onSign: () => void;
}

/** The answer to the last tap: by icon, color, words and (elsewhere) sound. */
export function TapResult({ shown, isBusy, onSign }: TapResultProps) {
  return (
    <div className={styles.result} data-tone={shown === null ? 'idle' : lookOf(shown).tone}>
      <div role="status" aria-live="assertive" aria-busy={isBusy} className={styles.said}>
        {shown === null ? (
          <>
            <Icon name="id-card" size={96} />
            <p className={styles.heading}>Tap your card</p>
            <p>or show the QR code of a ticket to the camera.</p>
          </>
        ) : (
          <Said shown={shown} />
        )}
      </div>
      {shown?.kind === 'answer' && shown.answer.machines.length > 0 && (
        <Machines machines={shown.answer.machines} canSign={shown.answer.waivers.length > 0} onSign={onSign} />
      )}
    </div>
  );
}

function Said({ shown }: { shown: Shown }) {
  const { icon, heading } = lookOf(shown);
  const answer = shown.kind === 'answer' ? shown.answer : null;
  return (
    <>
      <Icon name={icon} size={96} />
      <p className={styles.heading}>
        {heading}
        <FirstName key={shown.kind === 'answer' ? shown.key : ''} name={answer?.firstName ?? null} />
      </p>
      <p>{wordsOf(shown)}</p>
      {answer?.event != null && <TodaysEvent event={answer.event} />}
    </>
  );
}

/** Others are near: a name disappears before the rest. */
function FirstName({ name }: { name: string | null }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), GREETING);
    return () => clearTimeout(timer);
  }, []);
  return name === null || isOver ? null : `, ${name}`;
}

function TodaysEvent({ event: { title, start, isCheckedIn, words } }: { event: EventAtTap }) {
  return (
    <p className={styles.event} data-checked-in={isCheckedIn}>
      <Icon name={isCheckedIn ? 'calendar-check' : 'triangle-alert'} size={32} />
      <span>
        <strong>
          {title}, {formatClock(start)}
        </strong>
        <br />
        {words}
      </span>
    </p>
  );
}

const OUT_OF_USE: Readonly<Partial<Record<MachineAccess['state'], string>>> = {
  maintenance: 'Maintenance',
  outOfOrder: 'Out of order',
};

interface MachinesProps {
  machines: readonly MachineAccess[];
  canSign: boolean;
  onSign: () => void;
}

function Machines({ machines, canSign, onSign }: MachinesProps) {
  const allowed = machines.filter(({ isAllowed }) => isAllowed);
  const others = machines.filter(({ isAllowed }) => !isAllowed);
  return (
    <div className={styles.machines}>
      {allowed.length > 0 && (
        <section aria-labelledby="can-use">
          <h2 id="can-use">You can use today</h2>
          <ul>
            {allowed.map(({ id, name, state }) => (
              <li key={id}>
                <Icon name={OUT_OF_USE[state] === undefined ? 'circle-check' : 'circle-x'} size={28} />
                <span>
                  {name}
                  {OUT_OF_USE[state] !== undefined && <small>{OUT_OF_USE[state]}</small>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="missing">
          <h2 id="missing">What you still need</h2>
          <ul>
            {others.map(({ id, name, missing }) => (
              <li key={id}>
                <Icon name="lock-keyhole" size={28} />
                <span>
                  {name}
                  <small>{missing.join(', ')}</small>
                </span>
              </li>
            ))}
          </ul>
          {canSign && (
            <Button icon="file-pen" onClick={onSign}>
              Sign waivers
            </Button>
          )}
        </section>
      )}
    </div>
  );
}
