import { Button } from '../../../ui/Button.tsx';
import { BLOCK_KINDS, type BlockKind } from '../../../../domain/calendar.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { BLOCK_LOOKS } from './staffItems.ts';
import layout from '../../../ui/layout.module.css';

/** What something drawn on the calendar is to be. */
export function KindDialog({
  when,
  onChoose,
}: {
  when: string;
  onChoose: (kind: BlockKind | 'special' | null) => void;
}) {
  return (
    <Dialog title="What is it?" onClose={() => onChoose(null)} closeButton>
      <div className={layout.stack3}>
        <p>{when}</p>
        {BLOCK_KINDS.map((kind) => (
          <Button key={kind} block icon={BLOCK_LOOKS[kind].icon} onClick={() => onChoose(kind)}>
            {BLOCK_LOOKS[kind].label}
          </Button>
        ))}
        <Button block icon="calendar-clock" onClick={() => onChoose('special')}>
          Special hours or a holiday
        </Button>
      </div>
    </Dialog>
  );
}
