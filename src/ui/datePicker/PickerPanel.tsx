import { useState } from 'react';
import { Button } from '../Button.tsx';
import { DayPages } from './DayPages.tsx';
import { startOfDay, wallOfIso } from './days.ts';
import { usePicker } from './PickerContext.ts';
import { TimeSelects } from './TimeSelects.tsx';
import styles from './PickerPanel.module.css';

/** What a picker chooses in: days, times, or both. */
export function PickerPanel({ takesFocus }: { takesFocus: boolean }) {
  const { config, notice } = usePicker();
  const { mode, isRange, presets } = config;
  return (
    <div className={styles.panel}>
      {presets.length > 0 && <Presets />}
      <div className={styles.main}>
        {mode !== 'time' && <DayPages takesFocus={takesFocus} />}
        {mode !== 'date' && (
          <div className={styles.times}>
            <TimeSelects
              bound="start"
              label={isRange ? 'Start time' : 'Time'}
              takesFocus={mode === 'time' && takesFocus}
            />
            {isRange && <TimeSelects bound="end" label="End time" takesFocus={false} />}
          </div>
        )}
        <p role="status" className={styles.notice}>
          {notice}
        </p>
        <Foot />
      </div>
    </div>
  );
}

function Presets() {
  const { config, walls, pick } = usePicker();
  return (
    <div role="group" aria-label="Usual ranges" className={styles.presets}>
      {config.presets.map(({ label, start, end }) => {
        const range = { start: wallOfIso(start), end: wallOfIso(end) };
        const isChosen = [walls.start, walls.end].every(
          (wall, index) => wall !== null && startOfDay(wall) === (index === 0 ? range.start : range.end),
        );
        return (
          <button
            key={label}
            type="button"
            className={styles.preset}
            aria-pressed={isChosen}
            disabled={config.days.intersects(range.start, range.end)}
            onClick={() => pick(range, true)}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

function Foot() {
  const { config, walls, pick, close } = usePicker();
  const isEmpty = walls.start === null && walls.end === null;
  const canClear = !config.isRequired && !isEmpty;
  // Days alone are committed by a click.
  const hasDone = close !== null && config.mode !== 'date';
  const [wasFilled, setWasFilled] = useState(canClear);
  // The button that has the focus does not go.
  if (canClear && !wasFilled) setWasFilled(true);
  if (!wasFilled && !hasDone) return null;
  return (
    <div className={styles.foot}>
      {wasFilled && (
        <Button
          size="small"
          variant="quiet"
          {...(canClear ? {} : { 'aria-disabled': true })}
          onClick={() => canClear && pick({ start: null, end: null }, true)}
        >
          Clear
        </Button>
      )}
      {hasDone && (
        <Button size="small" variant="primary" className={styles.done} onClick={close}>
          Done
        </Button>
      )}
    </div>
  );
}
