import type { InternalNote } from '../../../../domain/calls/conversations.ts';
import { TimelineEntry } from '../../../ui/Timeline.tsx';
import { When } from '../../../requests/When.tsx';
import styles from './RequestTimeline.module.css';

export function NoteEntry({ note }: { note: InternalNote }) {
  return (
    <TimelineEntry icon="lock">
      <p className={styles.what}>Internal note, seen by staff only</p>
      <blockquote className={styles.note}>{note.text}</blockquote>
      <p className={styles.who}>
        {note.who}, <When at={note.at} />
      </p>
    </TimelineEntry>
  );
}
