import { useEffect, useRef, useState } from 'react';
import type { WaiverToSign } from '../../../domain/calls/taps.ts';
import { callApi } from '../../app/callApi.ts';
import { useStore } from '../../app/createStore.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { useCamera } from '../../ui/camera/useCamera.ts';
import { keepScreenOn } from '../../ui/deviceApis.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useCardReader } from '../../ui/reader/useCardReader.ts';
import { BigClock } from './BigClock.tsx';
import { mutedStore, setMuted } from './muted.ts';
import { SignWaivers } from './SignWaivers.tsx';
import styles from './Tap.module.css';
import { answerOf } from './tapDesk.ts';
import { isSigning } from './tapLooks.ts';
import { TapResult } from './TapResult.tsx';
import { useReload } from './useReload.ts';
import { useShownFor } from './useShownFor.ts';
import { useTaps, type Taps } from './useTaps.ts';
import { VisitorForm } from './VisitorForm.tsx';

const Camera = lazyComponent(() => import('../../ui/camera/Camera.tsx').then((module) => module.Camera));

export interface StationProps {
  centerId: number;
  name: string;
  /** That visitors sign; null without a connection. */
  waivers: readonly WaiverToSign[] | null;
  onUnpaired: () => void;
}

/** What is on the screen beside the result of the last tap. A tap ends it. */
type Panel = 'visitor' | 'waivers' | null;

/** A screen for everyone at the door, above the site's own. */
export function Station({ centerId, name, waivers, onUnpaired }: StationProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [panel, setPanel] = useState<Panel>(null);
  const taps = useTaps(centerId, onUnpaired);
  const [isCameraOn, setIsCameraOn] = useCamera();
  const take = (text: string): void => {
    setPanel(null);
    taps.take(text);
  };
  useCardReader({ onRead: take });
  useShownFor(taps.shown, panel !== null, () => taps.show(null));
  useReload(() => taps.shown === null && panel === null && !taps.isBusy && !taps.isSending());
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not a button, which the Enter of a reader or a touch on the keyboard could press.
    element?.querySelector('h1')?.focus();
    const letOff = keepScreenOn();
    return () => {
      element?.close();
      letOff();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="tap-station"
      className={styles.screen}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <header className={styles.head}>
        <h1 id="tap-station" tabIndex={-1}>
          {name}
        </h1>
        <BigClock />
      </header>
      <div className={styles.main}>
        <Content {...{ centerId, waivers, taps, panel, setPanel }} />
        {isCameraOn && panel === null && (
          <div className={styles.camera}>
            <CodeBoundary fallback={<Loading label="Starting the camera" lines={1} lineHeight={200} />}>
              <Camera onText={take} />
            </CodeBoundary>
          </div>
        )}
      </div>
      <Controls
        {...{ taps, panel, isCameraOn }}
        canRegister={waivers !== null}
        onVisitor={() => {
          taps.show(null);
          setPanel('visitor');
        }}
        onCamera={() => setIsCameraOn(!isCameraOn)}
      />
    </dialog>
  );
}

interface ContentProps extends Pick<StationProps, 'centerId' | 'waivers'> {
  taps: Taps;
  panel: Panel;
  setPanel: (panel: Panel) => void;
}

function Content({ centerId, waivers, taps, panel, setPanel }: ContentProps) {
  const { shown, show } = taps;
  const close = (): void => {
    setPanel(null);
    show(null);
  };
  if (panel === 'visitor')
    return (
      <VisitorForm
        centerId={centerId}
        waivers={waivers ?? []}
        onClose={close}
        onDone={(result) => {
          setPanel(null);
          show(result);
        }}
      />
    );
  if (shown?.kind === 'answer' && (isSigning(shown) || panel === 'waivers'))
    return (
      <SignWaivers
        key={shown.key}
        waivers={shown.answer.waivers}
        onCancel={close}
        onSigned={async (signatures) => {
          const call = () =>
            callApi('POST /api/centers/:centerId/waivers', {
              params: { centerId },
              body: { key: shown.key, signatures },
            });
          const result = await answerOf(shown.key, call);
          setPanel(null);
          show(result);
        }}
      />
    );
  return <TapResult shown={shown} isBusy={taps.isBusy} onSign={() => setPanel('waivers')} />;
}

interface ControlsProps {
  taps: Taps;
  panel: Panel;
  isCameraOn: boolean;
  canRegister: boolean;
  onVisitor: () => void;
  onCamera: () => void;
}

function Controls({ taps: { waiting, shown }, panel, isCameraOn, canRegister, onVisitor, onCamera }: ControlsProps) {
  const isMuted = useStore(mutedStore);
  return (
    <footer className={styles.foot}>
      <p role="status" className={styles.waiting}>
        {waiting > 0 && (
          <>
            <Icon name="cloud-upload" size={24} /> {waiting === 1 ? '1 tap is' : `${waiting} taps are`} stored on this
            device and sent when the connection is back.
          </>
        )}
        {!canRegister && ' Visitors sign in and out when the connection is back. Ask the staff until then.'}
      </p>
      {panel === null && !isSigning(shown) && (
        <div className={styles.controls}>
          <Button icon="user-plus" disabled={!canRegister} onClick={onVisitor}>
            Visitor
          </Button>
          <Button icon="camera" aria-pressed={isCameraOn} onClick={onCamera}>
            {isCameraOn ? 'Camera off' : 'Scan a code'}
          </Button>
          <Button icon="bell" aria-pressed={!isMuted} onClick={() => setMuted(!isMuted)}>
            {isMuted ? 'Sound is off' : 'Sound is on'}
          </Button>
        </div>
      )}
    </footer>
  );
}
