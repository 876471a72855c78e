import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DRAFT_LINK_DAYS, type DraftLink } from '../../../../../domain/page-content.ts';
import { blockingError } from '../../../../app/useLastAnswer.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { RadioGroup } from '../../../../ui/RadioGroup.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { formatInstant } from '../../../values/formats.ts';
import { draftLinks, shareDraft, withdrawDraftLink } from '../pageCalls.ts';
import layout from '../../../../ui/layout.module.css';
import styles from './share.module.css';

const DEFAULT_DAYS = 7;

/** Makes, lists and withdraws links by which the draft can be read without an account. */
export function ShareDraftDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { timezone } = useModel().site;
  const client = useQueryClient();
  const queryKey = ['content', 'draftLinks', id];
  const links = useQuery({ queryKey, queryFn: () => draftLinks(id), staleTime: 0 });
  const [days, setDays] = useState<(typeof DRAFT_LINK_DAYS)[number]>(DEFAULT_DAYS);
  const [busy, setBusy] = useState<number | 'new' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const error = blockingError(links);

  const send = async (what: number | 'new', call: () => Promise<unknown>, done: string) => {
    setBusy(what);
    setRefusal(null);
    setSaid('');
    try {
      await call();
      await client.invalidateQueries({ queryKey });
      setSaid(done);
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : 'That did not work.');
    }
    setBusy(null);
  };
  const make = () => send('new', () => shareDraft(id, days), 'The link is made. It is the first of the list.');
  const withdraw = (link: DraftLink) =>
    send(link.id, () => withdrawDraftLink(id, link.id), 'The link is withdrawn. It does not work any more.');

  return (
    <Dialog
      title="Share draft"
      onClose={onClose}
      closeButton
      width={600}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={layout.stack4}>
        <p>
          Whoever has a link reads the draft as it is at that time, without an account. They cannot change anything, and
          see no other draft.
        </p>
        {refusal !== null && <Banner tone="error">{refusal}</Banner>}
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
          <Button variant="primary" icon="link" busy={busy === 'new'} onClick={() => void make()}>
            Make a link
          </Button>
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
        {error ? (
          <ErrorState title="The links could not be loaded" onRetry={() => void links.refetch()}>
            {error.message}
          </ErrorState>
        ) : !links.data ? (
          <Loading label="Loading the links" lines={2} />
        ) : links.data.length === 0 ? (
          <p className={styles.quiet}>No link to this draft works at present.</p>
        ) : (
          <ul className={styles.links} aria-label="Links that work">
            {links.data.map((link) => (
              <li key={link.id}>
                <code>{addressOf(link)}</code>
                <span className={styles.quiet}>
                  Until {formatInstant(link.expiresAt, timezone)}, made {formatInstant(link.createdAt, timezone)}
                  {link.createdBy !== null && <> by {link.createdBy}</>}
                </span>
                <span className={layout.toolbar2}>
                  <CopyButton text={addressOf(link)} label="Copy" of={ofLink(link, timezone)} />
                  <Button size="small" icon="trash-2" busy={busy === link.id} onClick={() => void withdraw(link)}>
                    Withdraw
                    <span className="visually-hidden"> {ofLink(link, timezone)}</span>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function addressOf({ address }: DraftLink): string {
  return `${window.location.origin}${address}`;
}

function ofLink({ expiresAt }: DraftLink, timezone: string): string {
  return `the link that works until ${formatInstant(expiresAt, timezone)}`;
}
