import { useState, type FormEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { loadCode } from '../../../ui/loadCode.ts';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Scan.module.css';
import { useKeyReader } from './useKeyReader.ts';
import type { Scanned, Scans } from './useScans.ts';

const Camera = lazyComponent(() => import('./Camera.tsx').then((module) => module.Camera));
const loadReader = () => loadCode(() => import('./readPicture.ts'));

const ICONS = { success: 'circle-check', warning: 'triangle-alert', error: 'circle-x' } as const;

export interface ScanPanelProps {
  scans: Scans;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

/** Checks people in by what they show: to a camera, to a scanner or reader that types, in a picture, or typed by hand. */
export function ScanPanel({ scans, isOn, onSwitch }: ScanPanelProps) {
  const { last, isBusy, take } = scans;
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  useKeyReader(take);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    take(text);
    setText('');
  };
  const read = async ([file]: File[]): Promise<void> => {
    if (file === undefined) return;
    setFault(null);
    const { readPicture } = await loadReader();
    const found = await readPicture(file);
    if (found === null) setFault('No code was found in this picture. Take it closer and straight, or type the code.');
    else take(found);
  };
  return (
    <section className={styles.panel} aria-label="Check in by scanning">
      {isOn && (
        <div className={styles.camera}>
          <CodeBoundary fallback={<Loading label="Starting the camera" lines={1} lineHeight={200} />}>
            <Camera onText={take} />
          </CodeBoundary>
        </div>
      )}
      <div className={styles.desk}>
        <form className={styles.form} onSubmit={submit}>
          <TextField
            data-door="scan"
            label="Code, card or student ID"
            help="Scanners and card readers work even while you search."
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...(fault === null ? {} : { error: fault })}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" busy={isBusy}>
            Check in
          </Button>
        </form>
        <div className={styles.ways}>
          <Button size="small" icon="camera" aria-pressed={isOn} onClick={() => onSwitch(!isOn)}>
            {isOn ? 'Camera off' : 'Scan with the camera'}
          </Button>
          <FileButton label="From a picture" accept="image/*" onFiles={(files) => void read(files)} />
        </div>
        <div role="status" aria-live="assertive">
          {last !== null && <Result key={last.number} scanned={last} />}
        </div>
      </div>
    </section>
  );
}

function Result({ scanned: { tone, title, text, actions } }: { scanned: Scanned }) {
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
    </div>
  );
}
