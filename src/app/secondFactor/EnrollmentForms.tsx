import { useState } from 'react';
import type { NewSecondFactor } from '../../../domain/calls/accounts.ts';
import { callApi } from '../callApi.ts';
import { useTextForm } from '../useTextForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LazyCopyButton } from '../../ui/LazyCopyButton.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SecondFactor.module.css';

/** The password, then the app with its first code. */
export function EnrollmentForms({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [factor, setFactor] = useState<NewSecondFactor | null>(null);
  return factor === null ? (
    <PasswordStep onProven={setFactor} />
  ) : (
    <AppStep factor={factor} onCodes={onCodes} onRestart={() => setFactor(null)} />
  );
}

function PasswordStep({ onProven }: { onProven: (factor: NewSecondFactor) => void }) {
  const { field, submit, isRunning, message } = useTextForm({ currentPassword: '' }, async (body) =>
    onProven(await callApi('POST /api/account/secondFactor/start', { body })),
  );
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="Current password"
        help="To make sure that it is you."
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <div>
        <Button type="submit" variant="primary" busy={isRunning}>
          Continue
        </Button>
      </div>
    </form>
  );
}

interface AppStepProps {
  factor: NewSecondFactor;
  onCodes: (codes: readonly string[]) => void;
  onRestart: () => void;
}

function AppStep({ factor: { secret, uri, enrollment }, onCodes, onRestart }: AppStepProps) {
  const { field, submit, isRunning, refusal, message } = useTextForm({ code: '' }, async ({ code }) => {
    const body = { enrollment, code: code.trim() };
    onCodes((await callApi('POST /api/account/secondFactor', { body })).recoveryCodes);
  });
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <p>Scan this code with your authenticator app.</p>
      <div className={styles.qr}>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </div>
      <div>
        <p>Cannot scan it? Type this key into the app:</p>
        <p className={styles.key}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code> <LazyCopyButton text={secret} label="Copy" of="the key" />
        </p>
      </div>
      <div className={styles.form}>
        <TextField
          label="Code"
          help="The 6 digits that the app shows."
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          {...field('code')}
        />
        <div>
          {refusal?.status === 410 ? (
            <Button onClick={onRestart}>Start again</Button>
          ) : (
            <Button type="submit" variant="primary" busy={isRunning}>
              Turn on
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
