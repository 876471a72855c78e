import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { EMPTY_FORM } from '../../../../../domain/request-form.ts';
import type { RequestFormSchema } from '../../../../../domain/request-form.ts';
import { useUnsavedGuard } from '../../../../app/useUnsavedGuard.ts';
import type { EditedForm } from '../formCalls.ts';
import { DraftSaver } from './DraftSaver.ts';
import type { DraftState } from './DraftSaver.ts';
import { startHistory, stepHistory } from './editHistory.ts';
import { faultsOf } from './fieldFaults.ts';

/** The form under work: its steps back and forth, its faults, and how its saving stands. */
export function useFormEditor(form: EditedForm) {
  const [history, step] = useReducer(stepHistory, form.draftSchema ?? EMPTY_FORM, startHistory);
  const [draft, setDraft] = useState<DraftState>({ kind: 'saved', at: null });
  const [saver] = useState(() => new DraftSaver(form, setDraft));
  const schema = history.present;
  const faults = useMemo(() => faultsOf(schema, form.costType), [schema, form.costType]);
  useEffect(() => saver.change(schema, !faults.blocksSaving), [schema, faults, saver]);
  useEffect(() => () => saver.stop(), [saver]);
  useUnsavedGuard(draft.kind !== 'saved');

  /** `part` names what is being typed into, so that typing is one step. */
  const edit = useCallback((next: RequestFormSchema, part: string | null = null) => {
    step({ kind: 'change', schema: next, part, at: Date.now() });
  }, []);
  const undo = useCallback(() => step({ kind: 'undo' }), []);
  const redo = useCallback(() => step({ kind: 'redo' }), []);
  useUndoKeys(undo, redo);

  return {
    form, schema, faults, draft, saver, edit, undo, redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Somebody else saved: their form instead of this one (a step that can be undone), or this one over theirs. */
    takeTheirs: (theirs: EditedForm) => {
      saver.follow(theirs.version);
      edit(theirs.draftSchema ?? EMPTY_FORM);
    },
    keepMine: (theirs: EditedForm) => {
      saver.follow(theirs.version);
      void saver.flush();
    },
  };
}

export type FormEditor = ReturnType<typeof useFormEditor>;

/** Control+Z outside of inputs, which have an undo of their own. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const from = event.target;
      const isTyping = from instanceof HTMLElement && (from.isContentEditable || from.matches('input, textarea, select'));
      if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      (event.shiftKey ? redo : undo)();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
