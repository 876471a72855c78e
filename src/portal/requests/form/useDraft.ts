import { useEffect, useRef, useState } from 'react';
import type { Draft, OpenVersion } from '../../../../domain/request-calls.ts';
import type { Answers } from '../../../../domain/request-form.ts';
import { useSession } from '../../../app/useSession.ts';
import { discardDraft, keepDraft } from '../../../requests/requestCalls.ts';
import type { DraftAddress } from '../../../requests/requestCalls.ts';
import { DraftKeeper } from './DraftKeeper.ts';
import type { DraftState } from './DraftKeeper.ts';
import { readLocalDrafts, removeFound, removeLocalDraft, startOf, writeLocalDraft } from './localDraft.ts';

interface DraftOptions {
  address: DraftAddress;
  /** The version that the answers are for. */
  version: OpenVersion;
  draft: Draft | null;
}

/** What the person has to know until the draft is saved again. */
export type DraftNotice = Extract<DraftState, { kind: 'conflict' | 'gone' | 'outdated' }>;

/** The answers of the form page, kept while they are typed. */
export function useDraft({ address, version, draft }: DraftOptions) {
  const { isLoggedIn } = useSession();
  const [found] = useState(() => readLocalDrafts(address));
  const [start] = useState(() =>
    startOf(
      draft,
      found.map((one) => one.draft),
      version,
    ),
  );
  const [data, setData] = useState<Answers>(start.data);
  const [state, setState] = useState<DraftState>(() => firstState(draft));
  const [notice, setNotice] = useState<DraftNotice | null>(null);
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        base: start.base,
        save: (answers, base, options) =>
          keepDraft(address, { formVersionId: version.id, data: answers, base }, options),
        local: {
          write: (local) =>
            writeLocalDraft(address, { ...local, formVersionId: version.id, costType: version.costType }),
          remove: () => {
            removeLocalDraft(address);
            removeFound(found);
          },
        },
        onState: (next) => {
          setState(next);
          if (next.kind === 'conflict' || next.kind === 'gone' || next.kind === 'outdated') setNotice(next);
          else if (next.kind === 'saved') setNotice(null);
        },
        onMerge: setData,
      }),
  );

  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current) {
      if (start.conflicts.length > 0) keeper.ask(start.data, start.conflicts);
      else if (start.isLocal || start.isMoved) keeper.change(start.data);
      else removeFound(found);
    }
    begun.current = true;
  }, [keeper, start, found]);

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
    notice,
    isMoved: start.isMoved,
    isRestored: start.isLocal && start.conflicts.length === 0,
    keeper,
    change: (answers: Answers) => {
      setData(answers);
      keeper.change(answers);
    },
    discard: async () => {
      await keeper.stop();
      await discardDraft(address);
    },
  };
}

function firstState(draft: Draft | null): DraftState {
  // The answers of a request that is changed come as a draft too, though nothing was stored yet.
  return draft && draft.version > 0 ? { kind: 'saved', at: new Date(draft.updatedAt) } : { kind: 'untouched' };
}
