import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { SessionLink } from '../../../../domain/calls/links.ts';
import { callApi, callQuery } from '../../../app/callApi.ts';
import { localRefusal } from '../../../app/ApiError.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { clock } from '../../../ui/clock.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { LinkItem, LinksDialog } from '../../links/LinksDialog.tsx';
import { useLinkCommand } from '../../links/useLinkCommand.ts';
import { formatInstant } from '../../values/formats.ts';
import styles from '../../links/links.module.css';

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
  const { timezone } = useModel().site;
  const params = { instanceId: id };
  const query = callQuery('GET /api/events/instances/:instanceId/links', { params });
  const links = useQuery({ ...query, staleTime: 0, select: (answer) => answer.links });
  const command = useLinkCommand(query.queryKey);
  const [label, setLabel] = useState('');
  const [end, setEnd] = useState<End>('session');

  const make = async (): Promise<void> => {
    if (label.trim() === '') throw localRefusal('Say for whom the link is.');
    await callApi('POST /api/events/instances/:instanceId/links', {
      params,
      body: { label: label.trim(), expiresAt: endOf(end, endsAt) },
    });
    setLabel('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void command.send('new', make, 'The link is made. It is the first of the list.');
  };
  const revoke = async (link: SessionLink): Promise<void> => {
    if (await confirmRevocation(link))
      await command.send(
        link.id,
        () => callApi('DELETE /api/events/instances/:instanceId/links/:link', { params: { ...params, link: link.id } }),
        'The link is revoked.',
      );
  };

  return (
    <LinksDialog
      title="Links to this session"
      lead="A person with a link sees this session and can sign up for it. The session is in no list."
      command={command}
      query={links}
      listLabel="Links"
      none="There is no link yet. Only staff see this session."
      onClose={onClose}
      form={
        <form className={styles.make} onSubmit={submit}>
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
          <Button type="submit" variant="primary" icon="link" busy={command.busy === 'new'}>
            Make a link
          </Button>
        </form>
      }
      item={(link) => (
        <LinkItem
          key={link.id}
          name={link.label}
          address={link.works ? `${window.location.origin}${link.address}` : null}
          facts={
            <>
              {formatLinkState(link, timezone)}, made {formatInstant(link.createdAt, timezone)}
              {link.createdBy !== null && <> by {link.createdBy}</>}
            </>
          }
          of={`the link for ${link.label}`}
          withdraw="Revoke"
          busy={command.busy === link.id}
          onWithdraw={() => void revoke(link)}
        />
      )}
    />
  );
}

function formatLinkState({ works, revokedAt, expiresAt }: SessionLink, timezone: string): string {
  if (revokedAt !== null) return `Revoked ${formatInstant(revokedAt, timezone)}`;
  if (expiresAt === null) return 'Works until it is revoked';
  return `${works ? 'Works until' : 'Over since'} ${formatInstant(expiresAt, timezone)}`;
}

function endOf(end: End, endsAt: string): string | null {
  if (end === 'revoked') return null;
  return end === 'session' ? endsAt : new Date(clock.now() + Number(end) * DAY).toISOString();
}

function confirmRevocation({ label }: SessionLink): Promise<boolean> {
  return confirmModal({
    header: `Revoke the link for ${label}?`,
    message: 'The link stops working for good. People who have signed up with it keep their seat.',
    confirmButtonText: 'Revoke',
    isDangerous: true,
  });
}
