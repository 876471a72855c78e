import { formatInstant } from '../../../../domain/values/formats.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressChange, AddressKeeper, AddressState } from '../../../../domain/calls/accounts.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { useModel } from '../../../app/useModel.ts';
import { useSession } from '../../../app/useSession.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { showToast } from '../../../ui/toasts.ts';
import layout from '../../../ui/layout.module.css';
import { NoAddress } from '../AddressFails.tsx';
import { addressKey } from './addressKey.ts';
import { askForNewAddress } from './AddressForm.tsx';
import styles from './CommunicationSettings.module.css';

const cancelAddress = () => callApi('DELETE /api/account/address');
const mailAgain = () => callApi('POST /api/account/address/mail');

export function AddressCard() {
  const { userName } = useSession();
  const queryKey = addressKey(userName);
  const query = useQuery({ queryKey, queryFn: () => callApi('GET /api/account/address') });
  return (
    <Card title="Your email address">
      <QueryView query={query} what="your address" lines={2} lineHeight={28} hasNotice={false}>
        {(state) => <Address state={state} queryKey={queryKey} />}
      </QueryView>
    </Card>
  );
}

function Address({ state, queryKey }: { state: AddressState; queryKey: (string | null)[] }) {
  const { address, fails, keeper, change } = state;
  const client = useQueryClient();
  const set = (answer: AddressState) => client.setQueryData(queryKey, answer);
  const ask = (title: string, first: string) =>
    askForNewAddress(title, {
      address: first,
      onRequested: (answer) => {
        set(answer);
        showToast('Open the link in the email to confirm it.');
      },
    });
  return (
    <div className={layout.stack4}>
      {address === null ? <NoAddress /> : <Shown address={address} fails={fails} keeper={keeper} />}
      {change !== null && <Waiting change={change} keepsMails={address !== null && !fails} onAnswer={set} />}
      {keeper === 'self' ? (
        <div className={layout.toolbar2}>
          <Button icon="pencil" onClick={() => ask(address === null ? 'Add an address' : 'Change your address', '')}>
            {address === null ? 'Add an address' : 'Change'}
          </Button>
          {fails && address !== null && change === null && (
            <Button icon="refresh-cw" onClick={() => ask('Try this address again', address)}>
              Try this address again
            </Button>
          )}
        </div>
      ) : (
        <p className={styles.description}>{ELSEWHERE[keeper]}</p>
      )}
    </div>
  );
}

const ELSEWHERE: Readonly<Record<Exclude<AddressKeeper, 'self'>, string>> = {
  directory: 'It comes from your campus account. Change it there.',
  staff: 'You have no password here, so we cannot verify that it is you. Ask the staff to change it.',
};

const MENDING: Readonly<Record<AddressKeeper, string>> = {
  self: 'Change it, or try again if it works now.',
  directory: 'Correct it in your campus account, or ask the staff to try it again.',
  staff: 'Ask the staff to correct it or try it again.',
};

function Shown({ address, fails, keeper }: { address: string; fails: boolean; keeper: AddressKeeper }) {
  return (
    <>
      <p className={styles.address}>
        <Icon name="mail" size={20} />
        <span className={styles.withState}>
          <span>
            Emails go to <strong>{address}</strong>
          </span>
          {fails ? (
            <Chip tone="orange" icon="triangle-alert">
              Bounces
            </Chip>
          ) : (
            <Chip tone="green" icon="circle-check">
              Confirmed
            </Chip>
          )}
        </span>
      </p>
      {fails && (
        <Banner tone="warning" title="Your address bounces" role="none">
          Emails to you bounce, so we stopped sending them. Everything we send you is under My messages.{' '}
          {MENDING[keeper]}
        </Banner>
      )}
    </>
  );
}

interface WaitingProps {
  change: AddressChange;
  /** Emails go to the address that there is until then. */
  keepsMails: boolean;
  onAnswer: (state: AddressState) => void;
}

function Waiting({ change, keepsMails, onAnswer }: WaitingProps) {
  const { address, hasEnded, mail } = change;
  const { timezone } = useModel().site;
  const { run, isRunning, runningWith, refusal } = useCommand(
    async (call: () => Promise<AddressState>, completed: string) => {
      onAnswer(await call());
      showToast(completed);
    },
  );
  const cancel = async () => {
    const isSure = await confirmModal({
      header: 'Cancel this change?',
      message: 'The link in the email stops working, and your emails keep going to your current address.',
      confirmButtonText: 'Cancel change',
      cancelButtonText: 'Keep it',
    });
    if (isSure) await run(cancelAddress, 'Canceled.');
  };
  const hasFailed = hasEnded || mail === 'failed';
  return (
    <Banner
      tone={hasFailed ? 'warning' : 'information'}
      role="none"
      title={
        <>
          {address} {hasEnded ? 'was not confirmed in time' : 'is waiting for your confirmation'}
        </>
      }
    >
      <div className={layout.stack3}>
        <p>
          {hasEnded
            ? 'The link in the email has expired. Send a new one, or cancel.'
            : `${SENT[mail]} The link works until ${formatInstant(change.endsAt, timezone)}.`}{' '}
          {keepsMails && 'Until then, your emails go to your current address.'}
        </p>
        {refusal !== null && <p role="alert">{refusal.message}</p>}
        <div className={layout.toolbar2}>
          <Button size="small" busy={isRunning} onClick={() => void run(mailAgain, `Sent to ${address} again.`)}>
            {runningWith?.[0] === mailAgain ? 'Sending' : 'Resend email'}
          </Button>
          <Button size="small" busy={isRunning} onClick={() => void cancel()}>
            Cancel
          </Button>
        </div>
      </div>
    </Banner>
  );
}

const SENT: Readonly<Record<AddressChange['mail'], string>> = {
  sent: 'Open the link in the email we sent there. Check your spam folder, too.',
  waiting: 'An email with a link is on its way.',
  failed: 'The email could not be delivered. Check the address and send it again, or use another address.',
  kept: 'This portal does not send emails yet. An administrator can find your link under Emails.',
};
