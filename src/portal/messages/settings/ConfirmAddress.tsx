import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressConfirmation } from '../../../../domain/calls/accounts.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { useModel } from '../../../app/useModel.ts';
import { useSession } from '../../../app/useSession.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { isNotFound } from '../../../app/useLastAnswer.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import layout from '../../../ui/layout.module.css';
import { addressKey } from './addressKey.ts';
import { useMailLink } from './useMailLink.ts';
import styles from './CommunicationSettings.module.css';

const SETTINGS = '/myAccount/communicationSettings';

/** Where the link in a mail to a new address leads: a button, since programs that check mails open links. */
export function Screen() {
  const { link } = useMailLink();
  return (
    <Page title="Confirm your address" width="reading">
      {link === null ? (
        <NoConfirmation title="Open the link in the email">
          This page confirms an email address. The link is in the email we sent to that address.
        </NoConfirmation>
      ) : (
        <Linked key={link} link={link} />
      )}
    </Page>
  );
}

function Linked({ link }: { link: string }) {
  const { userName } = useSession();
  const client = useQueryClient();
  const queryKey = ['account', 'confirmation', link, userName];
  const query = useQuery({
    queryKey,
    queryFn: () => callApi('GET /api/account/address/confirmation', { query: { link } }),
    gcTime: 0,
    retry: false,
  });
  const { run, isRunning, refusal } = useCommand(async () => {
    client.setQueryData(queryKey, await callApi('POST /api/account/address/confirmation', { query: { link } }));
    void client.invalidateQueries({ queryKey: addressKey(userName) });
  });
  if (isNotFound(refusal)) return <NoConfirmation title="This link does not work">{refusal?.message}</NoConfirmation>;
  return (
    <QueryView
      query={query}
      what="the address"
      failure="The link could not be checked"
      lines={3}
      lineHeight={40}
      hasNotice={false}
      missing={({ message }) => <NoConfirmation title="This link does not work">{message}</NoConfirmation>}
    >
      {(data) =>
        data.isConfirmed ? (
          <Confirmed {...data} />
        ) : (
          <div className={layout.stack5}>
            <WhoseAddress {...data} />
            {refusal !== null && <Banner tone="error">{refusal.message}</Banner>}
            <Card>
              <div className={layout.stack4}>
                <Question {...data} />
                <div>
                  <Button variant="primary" icon="check" busy={isRunning} onClick={() => void run()}>
                    {isRunning ? 'Confirming' : 'Confirm this address'}
                  </Button>
                </div>
              </div>
            </Card>
          </div>
        )
      }
    </QueryView>
  );
}

function WhoseAddress({ session, name }: AddressConfirmation) {
  const { userName } = useSession();
  if (session !== 'other') return null;
  return (
    <Banner tone="warning" role="none" title={`This link is for the account of ${name}`}>
      You are logged in as {userName}. Confirm it only if you are {name} as well.
    </Banner>
  );
}

function Question({ address, name }: AddressConfirmation) {
  const { site } = useModel();
  return (
    <>
      <p>
        {name} asked {site.productName} to send emails to <strong className={styles.value}>{address}</strong>.
      </p>
      <p className={styles.description}>If that was not you, close this page. Nothing changes unless you confirm.</p>
    </>
  );
}

function Confirmed({ address, session }: AddressConfirmation) {
  const { site } = useModel();
  return (
    <Banner
      tone="success"
      role="status"
      title="The address is confirmed"
      {...(session === 'own' ? { actions: <ButtonLink to={SETTINGS}>Communication settings</ButtonLink> } : {})}
    >
      Emails from {site.productName} go to {address}.
    </Banner>
  );
}

function NoConfirmation({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      icon="mail"
      title={title}
      actions={
        <ButtonLink to={SETTINGS} variant="primary">
          Communication settings
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}
