import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { SessionLink } from '../../../../domain/session-link-calls.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { useDialogs } from '../../../app/useDialogs.ts';
import { useModel } from '../../../app/useModel.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { clock } from '../../../ui/clock.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';
import { formatInstant } from '../../values/formats.ts';
import { makeSessionLink, revokeSessionLink, sessionLinksQuery } from './instanceCalls.ts';
import styles from './instances.module.css';

const DAY = 86_400_000;
const ENDS = [
  { value: 'session', label: 'Until the session is over' },
  { value: '7', label: 'For 7 days' },
  { value: '30', label: 'For 30 days' },
  { value: 'revoked', label: 'Until it is revoked' },
] as const;
type End = (typeof ENDS)[number]['value'];

export interface SessionLinksDialogProps {
  id: number;
  /** Instant. */
  endsAt: string;
  onClose: () => void;
}

/** Makes, copies and revokes links that open a private session. */
export function SessionLinksDialog({ id, endsAt, onClose }: SessionLinksDialogProps) {
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const query = sessionLinksQuery(id);
  const links = useQuery(query);
  const [label, setLabel] = useState('');
  const [end, setEnd] = useState<End>('session');
  const [busy, setBusy] = useState<number | 'new' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const error = blockingError(links);

  const send = async (what: number | 'new', call: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(what);
    setRefusal(null);
    setSaid('');
    try {
      await call();
      await client.invalidateQueries({ queryKey: query.queryKey });
      setSaid(done);
      return true;
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : 'That did not work.');
      return false;
    } finally {
      setBusy(null);
    }
  };
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (label.trim() === '') {
      setRefusal('Say for whom the link is.');
      return;
    }
    const values = { label: label.trim(), expiresAt: endOf(end, endsAt) };
    if (await send('new', () => makeSessionLink(id, values), 'The link is made. It is the first of the list.'))
      setLabel('');
  };
  const revoke = async (link: SessionLink): Promise<void> => {
    const isSure = await confirm({
      header: `Revoke the link for ${link.label}?`,
      message:
        'It opens nothing from then on, and cannot be made to work again. Who has signed up with it keeps their seat.',
      confirmButtonText: 'Revoke',
      isDangerous: true,
    });
    if (isSure) await send(link.id, () => revokeSessionLink(id, link.id), 'The link is revoked.');
  };

  return (
    <Dialog
      title="Links to this session"
      onClose={onClose}
      closeButton
      width={640}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={layout.stack4}>
        <p>Whoever has a link sees this session and can sign up for it. It is in no list.</p>
        {refusal !== null && <Banner tone="error">{refusal}</Banner>}
        <form className={styles.make} onSubmit={(event) => void make(event)}>
          <TextField
            label="For whom"
            maxLength={120}
            autoComplete="off"
            value={label}
            onChange={({ target }) => setLabel(target.value)}
          />
          <SelectField
            label="It works"
            value={end}
            options={ENDS}
            onChange={({ target }) => setEnd(ENDS.find(({ value }) => value === target.value)?.value ?? 'session')}
          />
          <Button type="submit" variant="primary" icon="link" busy={busy === 'new'}>
            Make a link
          </Button>
        </form>
        <p className="visually-hidden" role="status">
          {said}
        </p>
        {error ? (
          <ErrorState title="The links could not be loaded" onRetry={() => void links.refetch()}>
            {error.message}
          </ErrorState>
        ) : !links.data ? (
          <Loading label="Loading the links" lines={2} />
        ) : links.data.links.length === 0 ? (
          <p className={styles.quiet}>There is no link yet. Only staff see this session.</p>
        ) : (
          <ul className={styles.links} aria-label="Links">
            {links.data.links.map((link) => (
              <LinkItem key={link.id} link={link} busy={busy === link.id} onRevoke={() => void revoke(link)} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function LinkItem({ link, busy, onRevoke }: { link: SessionLink; busy: boolean; onRevoke: () => void }) {
  const { timezone } = useModel().site;
  const address = `${window.location.origin}${link.address}`;
  return (
    <li>
      <strong>{link.label}</strong>
      {link.works && <code>{address}</code>}
      <span className={styles.quiet}>
        {stateWords(link, timezone)}, made {formatInstant(link.createdAt, timezone)}
        {link.createdBy !== null && <> by {link.createdBy}</>}
      </span>
      {link.works && (
        <span className={layout.toolbar2}>
          <CopyButton text={address} label="Copy" of={`the link for ${link.label}`} />
          <Button size="small" icon="trash-2" busy={busy} onClick={onRevoke}>
            Revoke
            <span className="visually-hidden"> the link for {link.label}</span>
          </Button>
        </span>
      )}
    </li>
  );
}

function stateWords({ works, revokedAt, expiresAt }: SessionLink, timezone: string): string {
  if (revokedAt !== null) return `Revoked ${formatInstant(revokedAt, timezone)}`;
  if (expiresAt === null) return 'Works until it is revoked';
  return `${works ? 'Works until' : 'Over since'} ${formatInstant(expiresAt, timezone)}`;
}

function endOf(end: End, endsAt: string): string | null {
  if (end === 'revoked') return null;
  return end === 'session' ? endsAt : new Date(clock.now() + Number(end) * DAY).toISOString();
}
