import { formatMoney, formatTime } from '../../../../domain/values/formats.ts';
import { useModel } from '../../../app/useModel.ts';
import { ActionsBar } from '../../../ui/ActionsBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { DraftState } from './DraftAutosave.ts';
import type { FormPrice } from './price.ts';
import styles from './RequestFormPage.module.css';

interface FormActionsProps {
  draft: DraftState;
  price: FormPrice | undefined;
  isChange: boolean;
  isSending: boolean;
  onDiscard: () => void;
}

export function FormActions({ draft, price, isChange, isSending, onDiscard }: FormActionsProps) {
  const { timezone } = useModel().site;
  const isStarted = draft.kind !== 'untouched';
  const isUsual = ['unsaved', 'saving', 'saved'].includes(draft.kind);
  return (
    <ActionsBar
      state={
        isStarted && (
          <>
            <Icon name={isUsual ? 'save' : 'triangle-alert'} size={16} />
            {stateLabel(draft, timezone)}
          </>
        )
      }
      hasFailed={draft.kind === 'local' || draft.kind === 'failed'}
      aside={
        price && (
          <p className={styles.total}>
            Price <strong>{price.cents === null ? '–' : formatMoney(price.cents)}</strong>
          </p>
        )
      }
    >
      {isStarted && (
        <Button variant="quiet" disabled={isSending} onClick={onDiscard}>
          {isChange ? 'Discard changes' : 'Discard draft'}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={isSending}>
        {isSending ? 'Submitting' : isChange ? 'Submit changes' : 'Submit request'}
      </Button>
    </ActionsBar>
  );
}

function stateLabel(state: DraftState, timezone: string): string {
  switch (state.kind) {
    case 'untouched':
      return '';
    case 'unsaved':
      return 'Unsaved changes';
    case 'saving':
      return 'Saving';
    case 'saved':
      return `Draft saved ${formatTime(state.at, timezone)}`;
    case 'local':
      return state.reason === 'login'
        ? 'Kept in this browser. Log in to save it.'
        : 'No connection. Kept in this browser.';
    case 'conflict':
      return 'Not saved: choose which answers to keep.';
    case 'gone':
    case 'outdated':
      return 'Kept in this browser.';
    case 'failed':
      return `Draft not saved. ${state.message}`;
  }
}
