import { useEffect, useEffectEvent, useState } from 'react';
import { KIOSK_WARNING_SECONDS } from '../../../domain/values/constants.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { clock } from '../../ui/clock.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useStore } from '../createStore.ts';
import { kioskStore } from '../kioskStore.ts';
import { useCommand } from '../useCommand.ts';
import { useSession } from '../useSession.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { containPage } from './containment.ts';
import { connectedStore, keepRunning } from './keepRunning.ts';
import styles from './KioskFrame.module.css';
import { endKioskSession, greetingStore, identifyByCard, personStore, restorePerson, stay } from './kioskSession.ts';

/** Apart, so that pages of visitors do not load what only kiosks and doors need. */
const ReadCards = lazyComponent(() => import('../../ui/reader/ReadCards.tsx').then((module) => module.ReadCards));
const KioskKeyboard = lazyComponent(() => import('./KioskKeyboard.tsx').then((module) => module.KioskKeyboard));

/** What every page of a paired kiosk has: the card reader, the end of a session, and no way out. */
export function KioskFrame() {
  const { isLoggedIn, userName } = useSession();
  const device = useStore(kioskStore);
  const isNarrow = useMedia('below-medium');
  const isConnected = useStore(connectedStore);
  useEffect(containPage, []);
  useEffect(() => keepRunning(() => window.location.reload()), []);
  useEffect(() => {
    if (isLoggedIn && personStore.get() === null) void restorePerson();
  }, [isLoggedIn]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['kiosk'] = '';
    return () => {
      delete dataset['kiosk'];
    };
  }, []);
  return (
    <>
      {/* At self check-in, a card checks its owner in instead. */}
      {device?.kind === 'kiosk' && (
        <CodeBoundary>
          <ReadCards onRead={(text) => void identifyByCard(text)} />
        </CodeBoundary>
      )}
      {/* Phones bring their own. The next person begins without it. */}
      {!isNarrow && (
        <CodeBoundary>
          <KioskKeyboard key={userName ?? ''} />
        </CodeBoundary>
      )}
      <Greeting />
      <div className={styles.foot}>
        {!isConnected && (
          <div className={styles.notice}>
            <Banner tone="warning" role="status">
              No connection. This kiosk will try again automatically.
            </Banner>
          </div>
        )}
        {isLoggedIn && <EndOfSession />}
      </div>
    </>
  );
}

function Greeting() {
  const firstName = useStore(greetingStore);
  return (
    <div role="status" aria-live="polite" className={styles.greeting}>
      {firstName !== null && <p>Hello, {firstName}</p>}
    </div>
  );
}

function EndOfSession() {
  const { expireTime } = useSession();
  const isEnding = useIsEnding(expireTime);
  return (
    <>
      <div className={styles.bar}>
        <Button variant="primary" icon="log-out" onClick={() => void endKioskSession()}>
          I&apos;m done
        </Button>
      </div>
      {isEnding && <StayDialog expireTime={expireTime} />}
    </>
  );
}

/** Whether the last KIOSK_WARNING_SECONDS have begun. */
function useIsEnding(expireTime: string | null): boolean {
  const [ending, setEnding] = useState<string | null>(null);
  useEffect(() => {
    if (expireTime === null) return;
    const left = Date.parse(expireTime) - clock.now() - KIOSK_WARNING_SECONDS * 1000;
    const timer = setTimeout(() => setEnding(expireTime), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [expireTime]);
  return ending !== null && ending === expireTime;
}

function StayDialog({ expireTime }: { expireTime: string | null }) {
  const person = useStore(personStore);
  const left = useSecondsLeft(expireTime);
  const { run, isRunning, message } = useCommand(stay);
  const canStay = person === null || person.extensionsLeft > 0;
  return (
    <Dialog
      role="alertdialog"
      title={canStay ? 'Are you still here?' : 'Your session ends soon'}
      width={560}
      refusal={message === null ? null : { message }}
      actions={
        <div className={styles.choices}>
          <Button icon="log-out" onClick={() => void endKioskSession()}>
            I&apos;m done
          </Button>
          {canStay && (
            <Button variant="primary" busy={isRunning} onClick={() => void run()}>
              Stay
            </Button>
          )}
        </div>
      }
    >
      <p className={styles.question}>
        {canStay
          ? 'Your session ends soon. You can stay for ten more minutes.'
          : 'It cannot be extended again. Swipe your card to start a new one.'}
      </p>
      <p className={styles.count} aria-hidden>
        {left}
      </p>
    </Dialog>
  );
}

function useSecondsLeft(expireTime: string | null): number {
  const seconds = () =>
    Math.max(0, Math.ceil(((expireTime === null ? 0 : Date.parse(expireTime)) - clock.now()) / 1000));
  const [left, setLeft] = useState(seconds);
  const count = useEffectEvent(() => setLeft(seconds()));
  useEffect(() => {
    const timer = setInterval(() => count(), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
