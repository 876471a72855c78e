import { useState } from 'react';
import { persist, readPersisted } from '../../../app/persisted.ts';
import { useSession } from '../../../app/useSession.ts';

export interface DraftText {
  subject: string;
  html: string;
}

const EMPTY: DraftText = { subject: '', html: '' };

/** The announcement that someone has begun, kept in this browser until it is sent. */
export function useAnnouncementDraft() {
  const { userName } = useSession();
  const name = `announcement.${userName ?? ''}`;
  const [draft, setDraft] = useState<DraftText>(() => draftIn(readPersisted(name)));
  const change = (changed: Partial<DraftText>) =>
    setDraft((before) => {
      const next = { ...before, ...changed };
      persist(name, next);
      return next;
    });
  return { draft, change, discard: () => change(EMPTY) };
}

/** Begins another announcement with the words of one that was taken back. */
export function keepAsDraft(userName: string | null, { subject, html }: DraftText): void {
  persist(`announcement.${userName ?? ''}`, { subject, html });
}

function draftIn(stored: unknown): DraftText {
  if (typeof stored !== 'object' || stored === null) return EMPTY;
  const { subject, html } = stored as Partial<DraftText>;
  return { subject: typeof subject === 'string' ? subject : '', html: typeof html === 'string' ? html : '' };
}
