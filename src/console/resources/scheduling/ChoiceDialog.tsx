import type { IconName } from '../../../../domain/declarations/icons.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './scheduling.module.css';

export interface DialogChoice<Value> {
  value: Value;
  label: string;
  help?: string;
  icon?: IconName;
  isUsual?: boolean;
}

export interface ChoiceDialogProps<Value> {
  title: string;
  lead: string;
  choices: readonly DialogChoice<Value>[];
  onAnswer: (value: Value | null) => void;
}

/** One button for each choice. */
export function ChoiceDialog<Value extends string>({ title, lead, choices, onAnswer }: ChoiceDialogProps<Value>) {
  return (
    <Dialog title={title} onClose={() => onAnswer(null)} closeButton>
      <div className={layout.stack3}>
        <p>{lead}</p>
        {choices.map(({ value, label, help, icon, isUsual }) => (
          <Button
            key={value}
            block
            {...(icon === undefined ? {} : { icon })}
            {...(isUsual === true ? { variant: 'primary' } : {})}
            {...(help === undefined ? {} : { className: styles.choice })}
            onClick={() => onAnswer(value)}
          >
            <span>
              {label}
              {help !== undefined && <span className={styles.choiceHelp}> {help}</span>}
            </span>
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
