import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DRAFT_LINK_DAYS } from '../../../../../domain/values/constants.ts';
import type { DraftLink } from '../../../../../domain/calls/links.ts';
import { callApi } from '../../../../app/callApi.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { RadioGroup } from '../../../../ui/RadioGroup.tsx';
import { LinkItem, LinksDialog } from '../../../links/LinksDialog.tsx';
import { useLinkCommand } from '../../../links/useLinkCommand.ts';
import { formatInstant } from '../../../values/formats.ts';
import styles from '../../../links/links.module.css';

const DEFAULT_DAYS = 7;

/** Makes, lists and withdraws links by which the draft can be read without an account. */
export function ShareDraftDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { timezone } = useModel().site;
  const queryKey = ['content', 'draftLinks', id];
  const params = { id };
  const links = useQuery({
    queryKey,
    queryFn: () => callApi('GET /api/content/pages/:id/draftLinks', { params }),
    staleTime: 0,
  });
  const command = useLinkCommand(queryKey);
  const [days, setDays] = useState<(typeof DRAFT_LINK_DAYS)[number]>(DEFAULT_DAYS);
  const make = () =>
    command.send(
      'new',
      () => callApi('POST /api/content/pages/:id/draftLinks', { params, body: { days } }),
      'The link is made. It is the first of the list.',
    );
  const withdraw = (link: DraftLink) =>
    command.send(
      link.id,
      () => callApi('DELETE /api/content/pages/:id/draftLinks/:link', { params: { id, link: link.id } }),
      'The link is withdrawn. It does not work any more.',
    );

  return (
    <LinksDialog
      title="Share draft"
      lead="Anyone with a link can read the current draft without an account. They cannot change it or see other drafts."
      command={command}
      query={links}
      listLabel="Links that work"
      none="No link to this draft works at present."
      onClose={onClose}
      form={
        <div className={styles.make}>
          <RadioGroup
            inline
            label="The link works for"
            choices={DRAFT_LINK_DAYS.map((count) => ({
              value: String(count),
              label: count === 1 ? '1 day' : `${count} days`,
            }))}
            value={String(days)}
            onChange={(value) => setDays(DRAFT_LINK_DAYS.find((count) => String(count) === value) ?? DEFAULT_DAYS)}
          />
          <Button variant="primary" icon="link" busy={command.busy === 'new'} onClick={() => void make()}>
            Make a link
          </Button>
        </div>
      }
      item={(link) => (
        <LinkItem
          key={link.id}
          address={`${window.location.origin}${link.address}`}
          facts={
            <>
              Until {formatInstant(link.expiresAt, timezone)}, made {formatInstant(link.createdAt, timezone)}
              {link.createdBy !== null && <> by {link.createdBy}</>}
            </>
          }
          of={`the link that works until ${formatInstant(link.expiresAt, timezone)}`}
          withdraw="Withdraw"
          busy={command.busy === link.id}
          onWithdraw={() => void withdraw(link)}
        />
      )}
    />
  );
}
