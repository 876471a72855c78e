import { useImperativeHandle, useRef, type Ref } from 'react';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { loadCode } from '../../../ui/loadCode.ts';
import styles from './Scan.module.css';
import { useCardReader } from '../../../ui/reader/useCardReader.ts';
import type { Scanned, Scans } from './useScans.ts';

const Camera = lazyComponent(() => import('../../../ui/camera/Camera.tsx').then((module) => module.Camera));
const loadReader = () => loadCode(() => import('../../../ui/camera/readPicture.ts'));

const ICONS = { success: 'circle-check', warning: 'triangle-alert', error: 'circle-x' } as const;

export interface ScanPanelProps {
  scans: Scans;
  isOn: boolean;
  /** Opens the choice of a picture with a code. */
  choosePicture: Ref<() => void>;
}

/** What the camera sees, and the result of the last scan: of a camera, a scanner or reader that types, or a picture. */
export function ScanPanel({ scans, isOn, choosePicture }: ScanPanelProps) {
  const { last, take, show, clear } = scans;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(choosePicture, () => () => input.current?.click(), []);
  useCardReader({ onRead: take, ignoresFields: true });
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const { readPicture } = await loadReader();
    const found = await readPicture(file);
    if (found === null) show('error', 'No code found', 'Hold the camera closer and straight, or type the code.');
    else take(found);
  };
  return (
    <section className={styles.panel} data-idle={!isOn && last === null} aria-label="Check in by scanning">
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Picture of a code"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          void read(file).finally(() => {
            target.value = '';
          });
        }}
      />
      {isOn && (
        <div className={styles.camera}>
          <CodeBoundary fallback={<Loading label="Starting the camera" lines={1} lineHeight={200} />}>
            <Camera onText={take} />
          </CodeBoundary>
        </div>
      )}
      <div role="status" aria-live="assertive" className={styles.desk}>
        {last !== null && <Result key={last.number} scanned={last} onDismiss={clear} />}
      </div>
    </section>
  );
}

interface ResultProps {
  scanned: Scanned;
  onDismiss: () => void;
}

function Result({ scanned: { tone, title, text, actions }, onDismiss }: ResultProps) {
  return (
    <div className={styles.result} data-tone={tone}>
      <Icon name={ICONS[tone]} size={28} />
      <div className={styles.said}>
        <strong>{title}</strong>
        <span>{text}</span>
        {actions.length > 0 && (
          <span className={styles.ways}>
            {actions.map(({ label, act }) => (
              <Button key={label} size="small" onClick={act}>
                {label}
              </Button>
            ))}
          </span>
        )}
      </div>
      <IconButton icon="x" size="small" label="Dismiss the result" onClick={onDismiss} />
    </div>
  );
}
