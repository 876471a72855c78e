import { useEffect, useRef, useState } from 'react';
import { MOST_MESSAGE_FILES } from '../../../domain/requests/conversation.ts';
import type { StoredFile } from '../../../domain/calls/files.ts';
import { uploadFile } from '../../app/uploadFile.ts';
import type { ApiError } from '../../app/ApiError.ts';
import { forgetPersisted, persist, readPersisted } from '../../app/persisted.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useSession } from '../../app/useSession.ts';
import { useUploads } from '../../ui/useUploads.ts';

interface Draft {
  text: string;
  files: StoredFile[];
}

export interface Fault {
  title: string;
  detail: string;
  /** It would be refused again: what is shown of the request is outdated. */
  isOutdated: boolean;
}

/** The message, its sender and its Idempotency-Key. */
export interface Sending {
  text: string;
  files: string[];
  by: { key: string; account: string };
}

/**
 * A text with files that is being written. It survives a reload, for this account in this browser, until it is sent. `slot` names what
 * it is for ("12:note"): what is written for one never appears in another.
 */
export function useComposer(submissionId: number, slot: string) {
  const { userName } = useSession();
  const name = draftName(userName, submissionId, slot);
  const { draft, held, store } = useStoredDraft(name);
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const [retryKey] = useState(() => new RetryKey());
  const change = (part: Partial<Draft>) => {
    store(part);
    setMissing(undefined);
  };
  const { run, isRunning, refusal, fieldErrors, reset } = useCommand(
    async (call: (sending: Sending) => Promise<unknown>, sent: Omit<Sending, 'by'> & { about: unknown }) => {
      const { text, files } = sent;
      await retryKey.send(sent, (key) => call({ text, files, by: { key, account: userName ?? '' } }));
      change({ text: '', files: [] });
      return true;
    },
    ({ problem: { errors } }) => typeof errors?.['text'] === 'string' && setMissing(errors['text']),
  );
  const uploads = useUploads(
    (file, progress) => uploadFile(file, new URLSearchParams({ submission: String(submissionId) }), progress),
    (file) => change({ files: [...held.current.files, file] }),
  );

  /** Resolves to whether it was sent. `about` is what else the call says: it is part of what a repeated call must repeat. */
  const send = async (
    call: (sending: Sending) => Promise<unknown>,
    { about = null, canBeEmpty = false }: { about?: unknown; canBeEmpty?: boolean } = {},
  ): Promise<boolean> => {
    if (uploads.isBusy) return false;
    const text = draft.text.trim();
    const files = draft.files.map(({ id }) => id);
    if (text === '' && files.length === 0 && !canBeEmpty) {
      setMissing('Write something first');
      return false;
    }
    return (await run(call, { text, files, about })) ?? false;
  };

  return {
    text: draft.text,
    files: draft.files,
    ...{ uploads, missing, send },
    room: MOST_MESSAGE_FILES - draft.files.length - uploads.uploads.length,
    isEmpty: draft.text.trim() === '' && draft.files.length === 0,
    isSending: isRunning,
    fault: refusal === null || 'text' in fieldErrors ? null : composerFault(refusal),
    setText: (text: string) => change({ text }),
    setFiles: (files: StoredFile[]) => change({ files }),
    dismissFault: reset,
    discard: () => change({ text: '', files: [] }),
  };
}

function useStoredDraft(name: string) {
  const [draft, setDraft] = useState(() => readDraft(name));
  // Two uploads may end before the next rendering.
  const held = useRef(draft);
  // Another tab has sent just this: it is not to be sent again from here. What was written on here meanwhile stays.
  useEffect(() => {
    const follow = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== name || newValue !== null || oldValue !== JSON.stringify(held.current)) return;
      held.current = { text: '', files: [] };
      setDraft(held.current);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [name]);
  return {
    ...{ draft, held },
    store: (part: Partial<Draft>) => {
      const next = { ...held.current, ...part };
      held.current = next;
      setDraft(next);
      if (next.text === '' && next.files.length === 0) forgetPersisted(name);
      else persist(name, next);
    },
  };
}

function composerFault({ status, problem: { title, detail } }: ApiError): Fault {
  return { title, detail, isOutdated: status === 409 };
}

export type Composer = ReturnType<typeof useComposer>;

/** Whether something is written for this slot and not sent. */
export function hasDraft(userName: string | null, submissionId: number, slot: string): boolean {
  const { text, files } = readDraft(draftName(userName, submissionId, slot));
  return text !== '' || files.length > 0;
}

/** Keyed by account, so that no one sees another person's text on a shared machine. */
function draftName(userName: string | null, submissionId: number, slot: string): string {
  return `conversation-draft:${userName ?? ''}:${submissionId}:${slot}`;
}

function readDraft(name: string): Draft {
  const found = readPersisted(name);
  if (typeof found !== 'object' || found === null) return { text: '', files: [] };
  const { text, files } = found as Partial<Draft>;
  return { text: typeof text === 'string' ? text : '', files: Array.isArray(files) ? files : [] };
}
