import { formatDay, formatInstantDay } from '../../../../domain/values/formats.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import type { Certificate, OwnCertificate } from '../../../../domain/calls/tickets.ts';
import { callApi, callQuery } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { useLastAnswer } from '../../../app/useLastAnswer.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { classNames } from '../../../ui/classNames.ts';
import layout from '../../../ui/layout.module.css';
import { LazyCopyButton } from '../../../ui/LazyCopyButton.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Page } from '../../../ui/Page.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { timesText } from '../../../content/sessions/listTexts.ts';
import styles from './Certificate.module.css';

const QrCode = lazyComponent(() => import('../../../ui/QrCode.tsx').then((module) => module.QrCode));

/** /signup/myevents/certificate/:id for its holder, /certificate/:token for anyone with the link. */
export function Screen() {
  const { id, token = '' } = useParams();
  return <Shown key={id ?? token} of={id === undefined ? { token } : { id: Number(id) }} />;
}

function Shown({ of }: { of: { id: number } | { token: string } }) {
  const query = useQuery({ ...certificateQuery(of), refetchOnWindowFocus: false });
  const { shown } = useLastAnswer(query);
  const isOwn = 'id' in of;
  return (
    <Page
      title="Certificate"
      width="reading"
      lead={!isOwn && shown !== undefined ? `${shown.program} confirms the following.` : undefined}
      actions={
        shown !== undefined && (
          <Button icon="printer" variant="primary" onClick={() => window.print()}>
            Print
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        what="the certificate"
        lines={1}
        lineHeight={420}
        missing={
          <EmptyState icon="award" title={isOwn ? 'No certificate' : 'Not confirmed'}>
            {isOwn
              ? 'You get one for every session you attend.'
              : 'This certificate does not exist. Its link may be incomplete or have been revoked.'}
          </EmptyState>
        }
      >
        {(certificate) => (
          <div className={layout.stack4}>
            <Sheet certificate={certificate} address={certificateAddress(of, certificate)} />
            {'id' in of && 'path' in certificate && <LinkTools ticketId={of.id} certificate={certificate} />}
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function certificateAddress(of: { id: number } | { token: string }, certificate: Certificate | OwnCertificate): string {
  const path = 'path' in certificate ? certificate.path : `/certificate/${'token' in of ? of.token : ''}`;
  return window.location.origin + path;
}

function Sheet({ certificate, address }: { certificate: Certificate; address: string }) {
  const { name, title, start, end, timezone, minutes, instructors, program, credential } = certificate;
  return (
    <article className={styles.sheet} aria-label={`Certificate of ${name}`}>
      <p className={styles.program}>{program}</p>
      <p className={styles.kind}>Certificate of attendance</p>
      <h2 className={styles.name}>{name}</h2>
      <p>has attended</p>
      <p className={styles.event}>{title}</p>
      <div className={layout.stack1}>
        <p>
          {formatDay(start, 'full')}, {timesText({ start, end, timezone }, timezone)}
        </p>
        <p>{hoursText(minutes)}</p>
        {instructors.length > 0 && <p>Taught by {instructors.join(', ')}</p>}
      </div>
      {credential !== null && (
        <p className={styles.credential}>
          {credential.isExpired ? 'Credential that has expired: ' : 'Credential: '}
          <strong>{credential.name}</strong>
          {validityText(credential, timezone)}
        </p>
      )}
      <div className={styles.proof}>
        <Suspense fallback={<span />}>
          <QrCode text={address} label="QR code of the address that confirms this certificate" />
        </Suspense>
        <p className={styles.address}>Confirmed at {address}</p>
      </div>
    </article>
  );
}

/** "1 hour 30 minutes" */
function hoursText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours > 0 ? [hours === 1 ? '1 hour' : `${hours} hours`] : []),
    ...(rest > 0 ? [rest === 1 ? '1 minute' : `${rest} minutes`] : []),
  ];
  return parts.join(' ');
}

/** Of an own ticket, by its id, or for anyone who has its link, by the token. */
function certificateQuery(of: { id: number } | { token: string }) {
  const { queryKey, queryFn } =
    'id' in of
      ? callQuery('GET /api/events/tickets/:id/certificate', { params: of })
      : callQuery('GET /api/events/certificates/:token', { params: of });
  return queryOptions<Certificate | OwnCertificate>({ queryKey, queryFn });
}

function validityText({ expiresAt }: NonNullable<Certificate['credential']>, zone: string): string {
  return expiresAt === null ? '' : `, valid until ${formatInstantDay(expiresAt, zone, 'long')}`;
}

function LinkTools({ ticketId, certificate }: { ticketId: number; certificate: OwnCertificate }) {
  const client = useQueryClient();
  const { run, isRunning, refusal, reset } = useCommand(async () => {
    await callApi('DELETE /api/events/tickets/:id/certificate', { params: { id: ticketId } });
    await client.invalidateQueries({ queryKey: certificateQuery({ id: ticketId }).queryKey });
    showToast('The certificate has a new link');
  });
  const withdraw = async () => {
    const isSure = await confirmModal({
      header: 'Revoke the link?',
      message: 'Certificates you printed or sent can no longer be verified. This page gets a new link.',
      confirmButtonText: 'Withdraw',
      cancelButtonText: 'Keep it',
      isDangerous: true,
    });
    if (isSure) await run();
  };
  return (
    <div className={classNames(layout.stack2, styles.tools)}>
      {refusal !== null && (
        <Banner tone="error" onDismiss={reset}>
          {refusal.message}
        </Banner>
      )}
      <p>Anyone with the link sees this certificate and nothing else about you.</p>
      <div className={layout.toolbar2}>
        <LazyCopyButton text={window.location.origin + certificate.path} label="Copy link" of="to the certificate" />
        <Button size="small" variant="quiet" busy={isRunning} onClick={() => void withdraw()}>
          Revoke the link
        </Button>
        <ButtonLink size="small" to="/signup/myevents/past">
          My events
        </ButtonLink>
      </div>
    </div>
  );
}
