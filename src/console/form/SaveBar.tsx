import { formatTime } from '../../../domain/values/formats.ts';
import type { ReactNode } from 'react';
import { useModel } from '../../app/useModel.ts';
import { ActionsBar } from '../../ui/ActionsBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

export type SaveState =
  | { kind: 'clean' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** The last attempt was refused, or did not reach the server. */
  | { kind: 'failed' }
  | { kind: 'saved'; at: Date };

export interface Saving {
  isSaving: boolean;
  isDirty: boolean;
  hasFailed: boolean;
  savedAt: Date | null;
}

export function saveStateOf({ isSaving, isDirty, hasFailed, savedAt }: Saving): SaveState {
  if (isSaving) return { kind: 'saving' };
  if (isDirty) return { kind: hasFailed ? 'failed' : 'unsaved' };
  return savedAt ? { kind: 'saved', at: savedAt } : { kind: 'clean' };
}

export interface SaveBarProps {
  state: SaveState;
  /** "Save changes", "Create event". */
  action: string;
  children?: ReactNode;
}

export function SaveBar({ state, action, children }: SaveBarProps) {
  const { timezone } = useModel().site;
  const isQuiet = state.kind === 'clean' || state.kind === 'saved';
  return (
    <ActionsBar state={saveText(state, timezone)} hasFailed={state.kind === 'failed'}>
      {children}
      <Button
        variant={isQuiet ? 'secondary' : 'primary'}
        type="submit"
        busy={state.kind === 'saving'}
        aria-keyshortcuts="Control+S Meta+S"
      >
        {action}
      </Button>
    </ActionsBar>
  );
}

function saveText(state: SaveState, timezone: string): ReactNode {
  switch (state.kind) {
    case 'clean':
      return 'No changes';
    case 'unsaved':
      return (
        <>
          <Icon name="circle-dot" size={16} />
          Unsaved changes
        </>
      );
    case 'saving':
      return 'Saving';
    case 'failed':
      return (
        <>
          <Icon name="triangle-alert" size={16} />
          Not saved
        </>
      );
    case 'saved':
      return (
        <>
          <Icon name="circle-check" size={16} />
          Saved {formatTime(state.at, timezone)}
        </>
      );
  }
}
