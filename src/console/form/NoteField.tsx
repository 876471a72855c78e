import type { ReactNode } from 'react';
import { NOTE_LENGTH } from '../../../domain/sessions/scheduling.ts';
import { TextAreaField } from '../../ui/TextField.tsx';

export const NOTICE = 'Messages are sent in half a minute. If you undo the change before then, no one is notified.';

interface NoteFieldProps {
  note: string;
  onNote: (note: string) => void;
  children: ReactNode;
}

/** A note for the people who are notified of a change. */
export function NoteField({ note, onNote, children }: NoteFieldProps) {
  return (
    <>
      <p>{children}</p>
      <TextAreaField
        label="Note to recipients (optional)"
        help="Included in the message."
        maxLength={NOTE_LENGTH}
        value={note}
        onChange={({ target }) => onNote(target.value)}
      />
    </>
  );
}
