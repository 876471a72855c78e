import { useTextForm } from '../../app/useTextForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';

export interface Proof {
  currentPassword: string;
  code: string;
}

interface Props {
  lead: string;
  button: string;
  act: (proof: Proof) => Promise<void>;
}

/** Password and code, before the second factor changes. */
export function ProofForm({ lead, button, act }: Props) {
  const { field, submit, isRunning, message } = useTextForm(
    { currentPassword: '', code: '' },
    ({ currentPassword, code }) => act({ currentPassword, code: code.trim() }),
  );
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      <p>{lead}</p>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <TextField
        label="Code"
        help="From your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...field('code')}
      />
      <Button type="submit" variant="primary" block busy={isRunning}>
        {button}
      </Button>
    </form>
  );
}
