import { useQuery } from '@tanstack/react-query';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import type { HoursChange, HoursResource } from '../../../../domain/sessions/scheduling.ts';
import { api } from '../../../app/api.ts';
import { SiteLink } from '../../../app/SiteLink.tsx';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { formatInstant } from '../../../ui/instants.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import styles from './scheduling.module.css';

const DEEDS: Readonly<Record<HoursChange['action'], { words: string; icon: IconName }>> = {
  create: { words: 'added', icon: 'plus' },
  update: { words: 'changed', icon: 'pencil' },
  delete: { words: 'deleted', icon: 'trash-2' },
  revert: { words: 'put back', icon: 'undo-2' },
};
const KINDS: Readonly<Record<HoursResource, { words: string; path: string }>> = {
  blocks: { words: 'block', path: '/admin/locations/blocks' },
  hoursExceptions: { words: 'special hours', path: '/admin/locations/hours' },
  locations: { words: 'place', path: '/admin/locations' },
};

/** Who changed what of late; each record has its whole history. */
export function HistoryDialog({ placeId, onClose }: { placeId: number | undefined; onClose: () => void }) {
  const { timezone } = useModel().site;
  const path = `/api/scheduling/history${placeId === undefined ? '' : `?locationId=${placeId}`}`;
  const answer = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<HoursChange[]>(path, { signal }),
    staleTime: 0,
  });
  const error = blockingError(answer);
  return (
    <Dialog
      title="History"
      onClose={onClose}
      closeButton
      width={560}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      {error !== null ? (
        <ErrorState title="The history could not be loaded" onRetry={() => void answer.refetch()}>
          {error.message}
        </ErrorState>
      ) : answer.data === undefined ? (
        <Loading label="Loading the history" lines={4} />
      ) : answer.data.length === 0 ? (
        <p className={styles.quiet}>Nothing has been changed yet.</p>
      ) : (
        <Timeline>
          {answer.data.map(({ id, at, actor, action, resource, recordId, title, isDeleted: isGone, fields }) => (
            <TimelineEntry key={id} icon={DEEDS[action].icon}>
              <p>
                <strong>{actor}</strong> {DEEDS[action].words} {KINDS[resource].words}{' '}
                {isGone ? title : <SiteLink to={`${KINDS[resource].path}/${recordId}/show`}>{title}</SiteLink>}
                {fields.length > 0 && <>: {fields.join(', ').toLowerCase()}</>}
              </p>
              <p className={styles.quiet}>{formatInstant(at, timezone)}</p>
            </TimelineEntry>
          ))}
        </Timeline>
      )}
    </Dialog>
  );
}
