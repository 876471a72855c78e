import { Select } from '../../ui/SelectField.tsx';
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import styles from './reportScreen.module.css';

/** More choices than fit side by side are a select; on phones, more letters. */
const MOST_SEGMENTS = 4;
const MOST_LETTERS = 24;

interface FewChoicesProps {
  label: string;
  /** Only screen readers read the label. */
  isLabelHidden?: boolean;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

/** One of some choices: side by side where they fit, else a select. */
export function FewChoices({ label, isLabelHidden = false, choices, value, onChoose }: FewChoicesProps) {
  const isPhone = useMedia('below-medium');
  const letters = choices.reduce((sum, choice) => sum + choice.label.length, 0);
  const isSelect = choices.length > MOST_SEGMENTS || (isPhone && letters > MOST_LETTERS);
  return (
    <div className={styles.few}>
      {!isLabelHidden && (
        <span className={styles.fewLabel} aria-hidden="true">
          {label}
        </span>
      )}
      {isSelect ? (
        <Select aria-label={label} options={choices} value={value} onChange={(event) => onChoose(event.target.value)} />
      ) : (
        <SegmentedChoice label={label} choices={choices} value={value} onChange={onChoose} />
      )}
    </div>
  );
}
