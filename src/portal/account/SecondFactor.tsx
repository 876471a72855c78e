import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SecondFactorState } from '../../../domain/calls/accounts.ts';
import { formatInstantDay } from '../../../domain/values/formats.ts';
import { callApi, callQuery } from '../../app/callApi.ts';
import { showModal } from '../../app/dialogs/modalQueue.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { EnrollmentForms } from '../../app/secondFactor/EnrollmentForms.tsx';
import { RecoveryCodes } from '../../app/secondFactor/RecoveryCodes.tsx';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { showToast } from '../../ui/toasts.ts';
import { ProofForm, type Proof } from './ProofForm.tsx';

interface Props {
  /** After it was switched on, and its recovery codes were saved. */
  onDone?: () => unknown;
}

/** The second factor of the own account: switched on, looked after and switched off. */
export function SecondFactor({ onDone }: Props) {
  const query = useQuery({ ...callQuery('GET /api/account/secondFactor'), staleTime: 0 });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refetch = async () => {
    await query.refetch();
  };
  return (
    <QueryView query={query} what="your second factor" lines={3} lineHeight={40}>
      {(state) => {
        const saved = async () => {
          setCodes(null);
          await refetch();
          await onDone?.();
        };
        if (codes !== null) return <RecoveryCodes codes={codes} onSaved={() => void saved()} />;
        if (state.since !== null) return <SwitchedOn state={state} onCodes={setCodes} onOff={() => void refetch()} />;
        return <SwitchedOff state={state} onCodes={setCodes} />;
      }}
    </QueryView>
  );
}

function SwitchedOff({
  state: { isPossible, isRequired },
  onCodes,
}: {
  state: SecondFactorState;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [isSettingUp, setIsSettingUp] = useState(false);
  if (!isPossible)
    return <p>You do not log in with a password here. Set up a second factor at the service that you log in with.</p>;
  if (isSettingUp) return <EnrollmentForms onCodes={onCodes} />;
  return (
    <div className={layout.stack4}>
      {isRequired && (
        <Banner tone="warning" role="none">
          Your role needs a second factor. Set it up to continue.
        </Banner>
      )}
      <p>
        Protect your account with your phone: logging in then requires your password and a code from an authenticator
        app. You need an app such as Aegis, Google Authenticator, Microsoft Authenticator or 1Password.
      </p>
      <div>
        <Button variant="primary" onClick={() => setIsSettingUp(true)}>
          Set up
        </Button>
      </div>
    </div>
  );
}

interface SwitchedOnProps {
  state: SecondFactorState;
  onCodes: (codes: readonly string[]) => void;
  onOff: () => void;
}

function SwitchedOn({ state: { since, codesLeft, isRequired }, onCodes, onOff }: SwitchedOnProps) {
  const { timezone } = useModel().site;
  const renew = async (body: Proof) => {
    onCodes((await callApi('POST /api/account/secondFactor/codes', { body })).recoveryCodes);
  };
  const switchOff = async (body: Proof) => {
    await callApi('POST /api/account/secondFactor/off', { body });
    showToast('Your second factor is off.');
    onOff();
  };
  return (
    <div className={layout.stack4}>
      <p>
        On since {since !== null && formatInstantDay(since, timezone)}. Logging in requires your password and a code
        from your authenticator app.
      </p>
      {codesLeft < 3 ? (
        <Banner tone="warning" role="none">
          {recoveryText(codesLeft)} Create new ones, so that you can log in if you lose your phone.
        </Banner>
      ) : (
        <p>{recoveryText(codesLeft)}</p>
      )}
      <div className={layout.toolbar2}>
        <Button onClick={() => askForProof('New recovery codes', RENEW, renew)}>New recovery codes</Button>
        <Button onClick={() => askForProof('Turn off the second factor', OFF, switchOff)}>Turn off</Button>
      </div>
      {isRequired && <p>Your role needs a second factor. If you turn it off, you must set it up again right away.</p>}
    </div>
  );
}

const RENEW = 'The current recovery codes stop working.';
const OFF = 'You will then log in with your password alone.';

function recoveryText(left: number): string {
  return left === 1 ? '1 recovery code is left.' : `${left === 0 ? 'No' : left} recovery codes are left.`;
}

function askForProof(header: string, lead: string, act: (proof: Proof) => Promise<void>): void {
  void showModal({
    header,
    message: '',
    hideActions: true,
    isClosable: true,
    content: (close): ReactNode => (
      <ProofForm
        lead={lead}
        button={header}
        act={async (proof) => {
          await act(proof);
          close('Confirm');
        }}
      />
    ),
  });
}
