import { Button } from '../../../ui/Button.tsx';
import { BLOCK_KINDS, type BlockKind } from '../../../../domain/hours/calendar.ts';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { BLOCK_LOOKS } from './staffItems.ts';
import layout from '../../../ui/layout.module.css';
import styles from './scheduling.module.css';

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
          <Choice key={kind} {...BLOCK_LOOKS[kind]} onClick={() => onChoose(kind)} />
        ))}
        <Choice
          icon="calendar-clock"
          label="Special hours or a holiday"
          help="Other hours for whole days, or none. Visitors read why."
          onClick={() => onChoose('special')}
        />
      </div>
    </Dialog>
  );
}

function Choice({ icon, label, help, onClick }: { icon: IconName; label: string; help: string; onClick: () => void }) {
  return (
    <Button block icon={icon} className={styles.choice} onClick={onClick}>
      <span>
        {label}
        <span className={styles.choiceHelp}> {help}</span>
      </span>
    </Button>
  );
}
