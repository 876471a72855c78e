import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Signature, WaiverToSign } from '../../../domain/calls/taps.ts';
import { Button } from '../../ui/Button.tsx';
import { OnScreenKeyboard } from '../../ui/OnScreenKeyboard.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Tap.module.css';

export interface SignWaiversProps {
  waivers: readonly WaiverToSign[];
  /** Of the form before. */
  name?: string;
  onSigned: (signatures: Signature[]) => Promise<void>;
  onCancel: () => void;
}

/** One text after another, each signed by the typed name. */
export function SignWaivers({ waivers, name = '', onSigned, onCancel }: SignWaiversProps) {
  const [signed, setSigned] = useState<Signature[]>([]);
  const [signerName, setSignerName] = useState(name);
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const waiver = waivers[signed.length];
  useEffect(() => heading.current?.focus(), [waiver?.id]);
  if (waiver === undefined) return null;
  const isMissing = signerName.trim() === '';
  const sign = async (): Promise<void> => {
    setIsChecked(isMissing);
    if (isMissing || isBusy) return;
    const { id: waiverTextId, edition } = waiver;
    const all = [...signed, { waiverTextId, edition, signerName: signerName.trim() }];
    if (all.length < waivers.length) return setSigned(all);
    setIsBusy(true);
    await onSigned(all).finally(() => setIsBusy(false));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void sign();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h2 ref={heading} tabIndex={-1}>
        {waiver.title}
        {waivers.length > 1 && ` (${signed.length + 1} of ${waivers.length})`}
      </h2>
      {/* Scrolled by the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.waiver} tabIndex={0} role="region" aria-label={waiver.title}>
        <RichText html={waiver.html} />
      </div>
      <div className={styles.fields}>
        <TextField
          ref={field}
          label="Your full name"
          help="By typing your name, you sign this text."
          error={isChecked && isMissing ? 'Type your name.' : null}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          value={signerName}
          onChange={({ target }) => setSignerName(target.value)}
        />
        <div className={styles.controls}>
          <Button type="submit" variant="primary" icon="file-pen" busy={isBusy}>
            Sign
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
      <OnScreenKeyboard field={() => field.current} enter="Sign" onEnter={() => void sign()} />
    </form>
  );
}
