import { SegmentedChoice } from '../SegmentedChoice.tsx';
import { repeatedHourText } from './typed.ts';
import type { PickerZone } from './zone.ts';
import styles from './DatePicker.module.css';

interface RepeatedHourProps {
  zone: PickerZone;
  instant: number | null;
  onChoose: (instant: number) => void;
}

export function RepeatedHour({ zone, instant, onChoose }: RepeatedHourProps) {
  if (instant === null) return null;
  const wall = zone.toWall(instant);
  const instants = zone.instantsOf(wall);
  if (instants.length < 2) return null;
  const text = repeatedHourText(wall);
  return (
    <div className={styles.repeated}>
      <p>{text}.</p>
      <SegmentedChoice
        label={text}
        choices={instants.map((one, index) => ({
          value: String(one),
          label: `${index === 0 ? 'First' : 'Second'} (${zone.shortName(one)})`,
        }))}
        value={String(instant)}
        onChange={(chosen) => onChoose(Number(chosen))}
      />
    </div>
  );
}
