import { useEffect, useRef, useState } from 'react';
import type { Draft, OpenVersion } from '../../../../domain/calls/request-drafts.ts';
import type { Answers } from '../../../../domain/requests/request-form.ts';
import { useSession } from '../../../app/useSession.ts';
import { callApi } from '../../../app/callApi.ts';
import { DraftAutosave, type DraftState } from './DraftAutosave.ts';
import {
  readLocalDrafts,
  removeFound,
  removeLocalDraft,
  draftStart,
  writeLocalDraft,
  type LocalDraftAddress,
} from './localDraft.ts';

interface DraftOptions {
  address: LocalDraftAddress;
  version: OpenVersion;
  draft: Draft | null;
}

/** States that the user must resolve before the draft can be saved. */
export type DraftNotice = Extract<DraftState, { kind: 'conflict' | 'gone' | 'outdated' }>;

export function useDraft({ address, version, draft }: DraftOptions) {
  const [found] = useState(() => readLocalDrafts(address));
  const [start] = useState(() =>
    draftStart(
      draft,
      found.map((one) => one.draft),
      version,
    ),
  );
  const [data, setData] = useState<Answers>(start.data);
  const [state, setState] = useState<DraftState>(() => firstState(draft));
  const [notice, setNotice] = useState<DraftNotice | null>(null);
  const onState = (next: DraftState) => {
    setState(next);
    if (next.kind === 'conflict' || next.kind === 'gone' || next.kind === 'outdated') setNotice(next);
    else if (next.kind === 'saved') setNotice(null);
  };
  const [autosave] = useState(() =>
    autosaveOf({ address, version, found, base: start.base, onState, onMerge: setData }),
  );

  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current) {
      if (start.conflicts.length > 0) autosave.reportConflict(start.data, start.conflicts);
      else if (start.isLocal || start.isMoved) autosave.change(start.data);
      else removeFound(found);
    }
    begun.current = true;
  }, [autosave, start, found]);

  useFlushing(autosave);

  return {
    data,
    state,
    notice,
    isMoved: start.isMoved,
    isRestored: start.isLocal && start.conflicts.length === 0,
    autosave,
    change: (answers: Answers) => {
      setData(answers);
      autosave.change(answers);
    },
    discard: async () => {
      await autosave.stop();
      await callApi('DELETE /api/requests/drafts/:formId', draftRequest(address));
    },
  };
}

const draftRequest = ({ userName, formId, submissionId }: LocalDraftAddress) => ({
  params: { formId },
  query: { submission: submissionId },
  account: userName,
});

interface AutosaveOptions extends Pick<DraftOptions, 'address' | 'version'> {
  found: ReturnType<typeof readLocalDrafts>;
  base: ReturnType<typeof draftStart>['base'];
  onState: (state: DraftState) => void;
  onMerge: (data: Answers) => void;
}

function autosaveOf({ address, version, found, base, onState, onMerge }: AutosaveOptions): DraftAutosave {
  return new DraftAutosave({
    ...{ base, onState, onMerge },
    save: (answers, on, options) =>
      callApi('PUT /api/requests/drafts/:formId', {
        ...draftRequest(address),
        body: { formVersionId: version.id, data: answers, base: on },
        ...options,
      }),
    local: {
      write: (local) => writeLocalDraft(address, { ...local, formVersionId: version.id, costType: version.costType }),
      remove: () => {
        removeLocalDraft(address);
        removeFound(found);
      },
    },
  });
}

/** Saves what is still to be saved when the page is left, the line is back or the user has logged in again. */
function useFlushing(autosave: DraftAutosave): void {
  const { isLoggedIn } = useSession();
  useEffect(() => {
    const leave = () => autosave.flushOnLeave();
    const hide = () => document.visibilityState === 'hidden' && leave();
    const online = () => void autosave.flush();
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [autosave]);

  useEffect(() => {
    if (isLoggedIn) void autosave.flush();
  }, [isLoggedIn, autosave]);
}

function firstState(draft: Draft | null): DraftState {
  // The answers of a resubmission arrive as a draft although none is stored yet.
  return draft && draft.version > 0 ? { kind: 'saved', at: new Date(draft.updatedAt) } : { kind: 'untouched' };
}
