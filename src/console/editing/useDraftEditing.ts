import { useCallback, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { useUnsavedGuard } from '../../app/unsaved.ts';
import { DraftSaver, type DraftSaverOptions, type DraftState } from './DraftSaver.ts';
import { startHistory, stepHistory } from './editHistory.ts';
import { clock } from '../../ui/clock.ts';

export interface DraftEditingOptions<Content, Theirs, Version> extends Omit<
  DraftSaverOptions<Content, Theirs, Version>,
  'onState'
> {
  /** False while it has faults that the server would refuse. */
  isSound: (content: Content) => boolean;
}

export function useDraftEditing<Content, Theirs, Version>({
  isSound,
  ...options
}: DraftEditingOptions<Content, Theirs, Version>) {
  const [history, step] = useReducer(stepHistory<Content>, options.content, startHistory<Content>);
  const [draft, setDraft] = useState<DraftState<Theirs>>({ kind: 'saved', at: null });
  const [saver] = useState(() => new DraftSaver<Content, Theirs, Version>({ ...options, onState: setDraft }));
  const content = history.present;
  const sound = isSound(content);
  useSaving(saver, content, sound);
  const save = useCallback(() => saver.flush(), [saver]);
  const { isManual = false } = options;
  useUnsavedGuard(draft.kind !== 'saved', isManual ? undefined : save);

  /** `input` identifies the edited input, so that typing is a single undo step. */
  const edit = useCallback((next: Content, input: string | null = null) => {
    step({ kind: 'change', content: next, input, at: clock.now() });
  }, []);
  const undo = useCallback(() => step({ kind: 'undo' }), []);
  const redo = useCallback(() => step({ kind: 'redo' }), []);
  useUndoKeys(undo, redo);

  return {
    content,
    draft,
    saver,
    edit,
    retry: isManual ? undefined : () => void save(),
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** The local content has been saved as `next` with this draft version. `rewrite` adapts the undo history. */
    replace: (next: Content, version: Version, rewrite: (content: Content) => Content) => {
      saver.restart(next, version);
      step({ kind: 'replace', content: next, rewrite });
    },
    /** `merged`: the local content with the server's draft merged into it. `rewrite` applies that to the undo history. */
    merge: (merged: Content, theirs: Content, version: Version, rewrite: (content: Content) => Content) => {
      saver.restart(theirs, version);
      step({ kind: 'replace', content: merged, rewrite });
    },
    /** Resolves a conflict by adopting their content (undoable), or by overwriting it. */
    takeTheirs: (theirs: Content, version: Version) => {
      saver.restart(theirs, version);
      edit(theirs);
    },
    keepMine: (version: Version) => {
      saver.rebase(version);
      void saver.flush();
    },
  };
}

/** Reports changes to the saver, and that the connection is back. */
function useSaving<Content, Theirs, Version>(
  saver: DraftSaver<Content, Theirs, Version>,
  content: Content,
  sound: boolean,
): void {
  // In the same commit as the change, so that unsaved content never appears as saved.
  useLayoutEffect(() => saver.change(content, sound), [content, sound, saver]);
  useEffect(() => {
    const retry = () => saver.autosave();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      saver.stop();
    };
  }, [saver]);
}

/** Ctrl+Z and Ctrl+Y outside of inputs, which have their own undo. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const from = event.target;
      const isTyping =
        from instanceof HTMLElement && (from.isContentEditable || from.matches('input, textarea, select'));
      const key = event.key.toLowerCase();
      if (isTyping || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      (event.shiftKey || key === 'y' ? redo : undo)();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
