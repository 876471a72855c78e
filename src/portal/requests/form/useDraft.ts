import { useEffect, useRef, useState } from 'react';
import type { OpenForm } from '../../../../domain/request-calls.ts';
import type { Answers } from '../../../../domain/request-form.ts';
import { useSession } from '../../../app/useSession.ts';
import { discardDraft, keepDraft } from '../requestCalls.ts';
import { DraftKeeper } from './DraftKeeper.ts';
import type { DraftState } from './DraftKeeper.ts';
import { readLocalDraft, removeLocalDraft, startOf, writeLocalDraft } from './localDraft.ts';

/** The answers of the form page, kept while they are typed. */
export function useDraft(open: OpenForm, userName: string, submissionId: number | undefined) {
  const { isLoggedIn } = useSession();
  const address = { userName, formId: open.form.id, submissionId };
  const [start] = useState(() => startOf(open.draft, readLocalDraft(address), open.version));
  const [data, setData] = useState<Answers>(start.data);
  const [state, setState] = useState<DraftState>(() => firstState(open, submissionId));
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        base: open.draft?.updatedAt ?? null,
        save: async (answers, options) => (await keepDraft(address, open.version.id, answers, options)).updatedAt,
        local: {
          write: (draft) => writeLocalDraft(address, { ...draft, formVersionId: open.version.id }),
          remove: () => removeLocalDraft(address),
        },
        onState: setState,
      }),
  );

  const restored = useRef(false);
  useEffect(() => {
    if (start.isLocal && !restored.current) keeper.change(start.data);
    restored.current = true;
  }, [keeper, start]);

  useEffect(() => {
    const leave = () => keeper.leave();
    const hide = () => document.visibilityState === 'hidden' && leave();
    const online = () => void keeper.flush();
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [keeper]);

  useEffect(() => {
    if (isLoggedIn) void keeper.flush();
  }, [isLoggedIn, keeper]);

  return {
    data,
    state,
    isMoved: start.isMoved,
    isRestored: start.isLocal,
    change: (answers: Answers) => {
      setData(answers);
      keeper.change(answers);
    },
    flush: () => keeper.flush(),
    /** Before the answers are sent: a draft that is stored after the request would come back as a new one. */
    stop: () => keeper.stop(),
    resume: () => keeper.resume(),
    discard: async () => {
      await keeper.stop();
      await discardDraft(address);
    },
  };
}

function firstState(open: OpenForm, submissionId: number | undefined): DraftState {
  // The answers of a request that is changed come as a draft too, though nothing was stored yet.
  return open.draft && submissionId === undefined
    ? { kind: 'saved', at: new Date(open.draft.updatedAt) }
    : { kind: 'untouched' };
}
