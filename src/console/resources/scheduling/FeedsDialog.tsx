import { formatInstant } from '../../../../domain/values/formats.ts';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NewStaffFeed, StaffFeed } from '../../../../domain/calls/links.ts';
import { api } from '../../../app/api.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { useModel } from '../../../app/useModel.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Select, type Option } from '../../../ui/SelectField.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './scheduling.module.css';

const KEY = ['feeds'];

/** Makes, lists and revokes the account's own feeds, which show what the account may see. */
export function FeedsDialog({ options, onClose }: { options: readonly Option[]; onClose: () => void }) {
  const { timezone } = useModel().site;
  const client = useQueryClient();
  const feeds = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api<StaffFeed[]>('/api/feeds', { signal }),
    staleTime: 0,
  });
  const [place, setPlace] = useState('');
  const [made, setMade] = useState<NewStaffFeed | null>(null);
  const { run, runningWith, refusal } = useCommand(async (revoked: number | null) => {
    if (revoked !== null) await api(`/api/feeds/${revoked}`, { method: 'DELETE' });
    const json = { locationId: place === '' ? null : Number(place) };
    setMade(revoked === null ? await api<NewStaffFeed>('/api/feeds', { method: 'POST', json }) : null);
    await client.invalidateQueries({ queryKey: KEY });
  });
  return (
    <Dialog title="Subscribe" onClose={onClose} closeButton width={600} cancel="Done">
      <div className={layout.stack4}>
        <p>
          A feed shows in your calendar program what you may see here, with drafts and internal titles. Anyone who has
          its address can read it: revoke it if it gets into the wrong hands.
        </p>
        {refusal && <Banner tone="error">{refusal.message}</Banner>}
        <div className={layout.toolbar2}>
          <Select
            aria-label="Feed of"
            placeholder="All places"
            options={options}
            value={place}
            onChange={(event) => setPlace(event.target.value)}
          />
          <Button variant="primary" icon="plus" busy={runningWith?.[0] === null} onClick={() => void run(null)}>
            Make a feed
          </Button>
        </div>
        {made !== null && (
          <Banner tone="success" title="The feed is made. Its address is shown this once.">
            <code className={styles.feed}>{`${window.location.origin}${made.path}`}</code>
            <CopyButton text={`${window.location.origin}${made.path}`} label="Copy address" />
          </Banner>
        )}
        <QueryView query={feeds} what="your feeds" lines={2} empty={<p className={styles.quiet}>You have no feeds.</p>}>
          {(shown) => (
            <FeedList
              feeds={shown}
              zone={timezone}
              revoking={runningWith?.[0] ?? null}
              onRevoke={(id) => void run(id)}
            />
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}

interface FeedListProps {
  feeds: readonly StaffFeed[];
  zone: string;
  /** Id of the feed that is being revoked. */
  revoking: number | null;
  onRevoke: (id: number) => void;
}

function FeedList({ feeds, zone, revoking, onRevoke }: FeedListProps) {
  return (
    <ul className={styles.feeds} aria-label="Your feeds">
      {feeds.map(({ id, title, createdAt, lastReadAt }) => (
        <li key={id}>
          <span>
            <strong>{title}</strong>
            <span className={styles.quiet}>
              {' '}
              made {formatInstant(createdAt, zone)},{' '}
              {lastReadAt === null ? 'never read' : `last read ${formatInstant(lastReadAt, zone)}`}
            </span>
          </span>
          <Button size="small" icon="trash-2" busy={revoking === id} onClick={() => onRevoke(id)}>
            Revoke<span className="visually-hidden"> the feed of {title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
