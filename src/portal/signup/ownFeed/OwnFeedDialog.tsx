import { formatInstant } from '../../../../domain/values/formats.ts';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../app/useCommand.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { useModel } from '../../../app/useModel.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';
import { showToast } from '../../../ui/toasts.ts';
import { FeedAddress, FeedPrograms } from '../../calendar/FeedAddress.tsx';
import type { OwnFeed } from '../../../../domain/calls/tickets.ts';
import { callApi, callQuery } from '../../../app/callApi.ts';

const OWN_FEED = callQuery('GET /api/events/feed');

/** The private address under which a calendar program reads one's tickets: made, copied, replaced, revoked. */
export default function OwnFeedDialog({ onClose }: { onClose: () => void }) {
  const { site } = useModel();
  const client = useQueryClient();
  const ownFeed = useQuery({ ...OWN_FEED, staleTime: 0 });
  const [path, setPath] = useState<string | null>(null);
  const feed = ownFeed.data?.feed ?? null;
  const { run, isRunning, refusal, reset } = useCommand(async (change: 'make' | 'revoke') => {
    if (change === 'make') setPath((await callApi('POST /api/events/feed')).path);
    else {
      await callApi('DELETE /api/events/feed');
      showToast('The address is revoked');
      setPath(null);
    }
    await client.invalidateQueries({ queryKey: OWN_FEED.queryKey });
  });
  const make = async () => {
    const isSure =
      feed === null ||
      (await confirmModal({
        header: 'Replace the address?',
        message: 'Calendar apps with the current address stop updating. Enter the new one there.',
        confirmButtonText: 'Replace',
      }));
    if (isSure) await run('make');
  };
  const revoke = async () => {
    const isSure = await confirmModal({
      header: 'Revoke the address?',
      message: 'Calendar apps that use it stop updating.',
      confirmButtonText: 'Revoke',
      isDangerous: true,
    });
    if (isSure) await run('revoke');
  };
  return (
    <Dialog
      title="Subscribe to my events"
      onClose={onClose}
      closeButton
      width={560}
      actions={
        <>
          {feed !== null && (
            <Button variant="quiet" busy={isRunning} onClick={() => void revoke()}>
              Revoke
            </Button>
          )}
          {ownFeed.data !== undefined && (
            <Button variant={feed === null ? 'primary' : 'secondary'} busy={isRunning} onClick={() => void make()}>
              {feed === null ? 'Create an address' : 'Replace'}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.stack4}>
        <p>
          Your calendar app then shows your seats and waitlists, and updates automatically. Anyone with the address can
          read them, so keep it private.
        </p>
        {refusal !== null && (
          <Banner tone="error" onDismiss={reset}>
            {refusal.message}
          </Banner>
        )}
        {path !== null && (
          <>
            <Banner tone="success">Copy the address now. It is shown only once.</Banner>
            <FeedAddress path={path} name="my events" />
            <FeedPrograms />
          </>
        )}
        <QueryView query={ownFeed} what="the address" lines={2} lineHeight={24}>
          {() => path === null && feed !== null && <FeedFacts feed={feed} zone={site.timezone} />}
        </QueryView>
      </div>
    </Dialog>
  );
}

function FeedFacts({ feed, zone }: { feed: NonNullable<OwnFeed['feed']>; zone: string }) {
  return (
    <p>
      You created an address on {formatInstant(feed.createdAt, zone, 'day')}.{' '}
      {feed.lastReadAt === null
        ? 'No app has read it yet.'
        : `It was last read on ${formatInstant(feed.lastReadAt, zone, 'day')}.`}{' '}
      It was shown only once. If you need it again, replace it.
    </p>
  );
}
