import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import type { InternalNote } from '../../../../domain/calls/conversations.ts';
import type { SubmissionDetail, TimelineEntry as Event } from '../../../../domain/calls/requests.ts';
import { STATUS_LABELS } from '../../../../domain/requests/workflow.ts';
import { callApi } from '../../../app/callApi.ts';
import { OutdatedNotice } from '../../../ui/OutdatedNotice.tsx';
import { CustomerComposer } from '../../../requests/conversation/CustomerComposer.tsx';
import { StaffComposer } from '../../../requests/conversation/StaffComposer.tsx';
import { When } from '../../../requests/When.tsx';
import { MessageEntry } from './MessageEntry.tsx';
import { NoteEntry } from './NoteEntry.tsx';
import styles from './RequestTimeline.module.css';

const ICONS: Readonly<Record<Exclude<Event['kind'], 'message'>, IconName>> = {
  submitted: 'send',
  resubmitted: 'redo',
  status: 'arrow-right',
  assigned: 'user-check',
  priced: 'banknote',
};

interface RequestTimelineProps {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
}

/** All that has happened to a request, newest last: changes, messages and, for staff, internal notes. Below it one writes on. */
export function RequestTimeline({ detail, onChanged }: RequestTimelineProps) {
  const { hasNotes } = detail.conversation;
  const notes = useQuery({
    queryKey: ['requests', 'notes', detail.id],
    queryFn: () => callApi('GET /api/requests/submissions/:id/notes', { params: { id: detail.id } }),
    enabled: hasNotes,
  });
  const entries = [
    ...detail.timeline.map((entry) => ({
      key: entry.id,
      at: entry.at,
      shown: entry.message ? (
        <MessageEntry detail={detail} entry={entry} message={entry.message} onChanged={onChanged} />
      ) : (
        <ChangeEntry entry={entry} />
      ),
    })),
    ...(hasNotes ? (notes.data ?? []) : []).map((note: InternalNote) => ({
      key: `note-${note.id}`,
      at: note.at,
      shown: <NoteEntry note={note} />,
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <Card title="Timeline">
      <Timeline>
        {entries.map(({ key, shown }) => (
          <Fragment key={key}>{shown}</Fragment>
        ))}
      </Timeline>
      {notes.error && (
        <OutdatedNotice title="Internal notes could not be loaded" onRetry={() => void notes.refetch()} />
      )}
      <div className={styles.compose}>
        <StaffComposer detail={detail} onChanged={onChanged} onNoted={() => void notes.refetch()} />
        <CustomerComposer detail={detail} onChanged={onChanged} />
      </div>
    </Card>
  );
}

function ChangeEntry({ entry }: { entry: Event }) {
  return (
    <TimelineEntry icon={entry.kind === 'message' ? 'message-square' : ICONS[entry.kind]}>
      <p className={styles.what}>
        {entry.kind === 'status' && entry.to && <StatusChip status={entry.to} />}
        {entryText(entry)}
        <small className={styles.who}>
          {entry.who}, <When at={entry.at} />
        </small>
      </p>
      {entry.reason && <blockquote className={styles.reason}>{entry.reason}</blockquote>}
    </TimelineEntry>
  );
}

function entryText({ kind, to, text }: Event): string {
  if (kind !== 'status' || to === null) return text;
  return text
    .split(' · ')
    .filter((part) => part !== STATUS_LABELS[to])
    .join(' · ');
}
