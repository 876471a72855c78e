import { formatInstant } from '../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import type { HoursResource } from '../../../../domain/sessions/scheduling.ts';
import type { HoursChange } from '../../../../domain/calls/staff-calendar.ts';
import { callQuery } from '../../../app/callApi.ts';
import { SiteLink } from '../../../app/routing/SiteLink.tsx';
import { useModel } from '../../../app/useModel.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import styles from './scheduling.module.css';

const ACTIONS: Readonly<Record<HoursChange['action'], { text: string; icon: IconName }>> = {
  create: { text: 'added', icon: 'plus' },
  update: { text: 'changed', icon: 'pencil' },
  delete: { text: 'deleted', icon: 'trash-2' },
  revert: { text: 'restored', icon: 'undo-2' },
};
const KINDS: Readonly<Record<HoursResource, { text: string; path: string }>> = {
  blocks: { text: 'block', path: '/admin/locations/blocks' },
  hoursExceptions: { text: 'special hours', path: '/admin/locations/hours' },
  locations: { text: 'place', path: '/admin/locations' },
};

/** The latest changes; each record has its whole history. */
export function HistoryDialog({ placeId, onClose }: { placeId: number | undefined; onClose: () => void }) {
  const { timezone } = useModel().site;
  const answer = useQuery({
    ...callQuery('GET /api/scheduling/history', { query: { locationId: placeId } }),
    staleTime: 0,
  });
  return (
    <Dialog title="History" onClose={onClose} closeButton width={560} cancel="Close">
      <QueryView query={answer} what="the history" lines={4} empty={<p className={styles.quiet}>No changes yet.</p>}>
        {(changes) => (
          <Timeline>
            {changes.map(({ id, at, actor, action, resource, recordId, title, isDeleted, fields }) => (
              <TimelineEntry key={id} icon={ACTIONS[action].icon}>
                <p>
                  <strong>{actor}</strong> {ACTIONS[action].text} {KINDS[resource].text}{' '}
                  {isDeleted ? title : <SiteLink to={`${KINDS[resource].path}/${recordId}/show`}>{title}</SiteLink>}
                  {fields.length > 0 && <>: {fields.join(', ').toLowerCase()}</>}
                </p>
                <p className={styles.quiet}>{formatInstant(at, timezone)}</p>
              </TimelineEntry>
            ))}
          </Timeline>
        )}
      </QueryView>
    </Dialog>
  );
}
