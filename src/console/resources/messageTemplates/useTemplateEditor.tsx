import { useEffect, useRef, useState } from 'react';
import type { MessageTemplate } from '../../../../domain/messages/message-template.ts';
import type { TemplateDetail } from '../../../../domain/calls/templates.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { dismissToast } from '../../../ui/toasts.ts';
import type { DraftConflict } from '../../editing/ConflictDialog.tsx';
import { useDraftEditing } from '../../editing/useDraftEditing.ts';
import { TemplateChanges } from './TemplateChanges.tsx';

/** The edited text. What is saved is used from then on, so a button saves it. */
export function useTemplateEditor(opened: TemplateDetail) {
  const [detail, setDetail] = useState(opened);
  const [faults, setFaults] = useState(opened.faults);
  const take = (next: TemplateDetail) => {
    setDetail(next);
    setFaults(next.faults);
  };
  const offerUndo = useRef<(saved: TemplateDetail) => void>(() => undefined);
  const editing = useDraftEditing<MessageTemplate, TemplateDetail, number>({
    content: opened.current,
    version: opened.version,
    isManual: true,
    isSound: () => true,
    save: async (text, version) => {
      // The default text follows later changes of the default.
      const template = isSame(text, opened.shipped) ? null : text;
      const next = await saveVersion(opened, { version, template }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 422) setFaults(error.problem.errors ?? {});
        throw error;
      });
      take(next);
      if (next.version !== version) offerUndo.current(next);
      return { version: next.version };
    },
  });
  const { saver, content: text, takeTheirs } = editing;
  const offered = useRef<number | null>(null);
  useEffect(() => {
    offerUndo.current = (saved) => {
      // Only the last save can be undone.
      if (offered.current !== null) dismissToast(offered.current);
      const { version, state, versions } = saved;
      const done = state === 'shipped' ? 'The default text is used now' : `Saved as version ${version}`;
      offered.current = showUndoable(done, async () => {
        const next = await saveVersion(saved, { version, template: versions[1]?.template ?? null });
        take(next);
        if (saver.isSaved) takeTheirs(next.current, next.version);
        else saver.rebase(next.version);
      });
    };
  });
  return {
    ...editing,
    detail,
    text,
    faults,
    edit: (change: Partial<MessageTemplate>, input: string | null = null) => {
      editing.edit({ ...text, ...change }, input);
      setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => !Object.hasOwn(change, field))));
    },
    conflict: editing.draft.kind === 'conflict' ? conflictWith(editing.draft.theirs) : null,
  };

  function conflictWith(theirs: TemplateDetail): DraftConflict {
    const comparison = { before: theirs.current, after: text, sides: ['Theirs', 'Mine'] as const };
    return {
      version: theirs.version,
      savedBy: theirs.savedBy,
      savedAt: theirs.savedAt,
      parts: [{ key: 'text', differences: <TemplateChanges {...comparison} headingLevel={3} /> }],
      note: 'If you keep yours, it is used from now on. Theirs stays in the history.',
      onResolve: (sides) => {
        take(theirs);
        if (sides.get('text') === 'theirs') takeTheirs(theirs.current, theirs.version);
        else editing.keepMine(theirs.version);
      },
    };
  }
}

export type TemplateEditing = ReturnType<typeof useTemplateEditor>;

function saveVersion(params: TemplateDetail, body: { version: number; template: MessageTemplate | null }) {
  return callApi('POST /api/messageEvents/:event/:audience/versions', { params, body });
}

function isSame(one: MessageTemplate, other: MessageTemplate): boolean {
  return one.subject === other.subject && one.body === other.body;
}
