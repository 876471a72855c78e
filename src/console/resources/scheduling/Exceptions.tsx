import { Chip } from '../../../ui/Chip.tsx';
import { formatDay } from '../../../ui/instants.ts';
import layout from '../../../ui/layout.module.css';

export interface ExceptionsProps {
  dates: readonly string[];
  error: string | undefined;
  onChange: (dates: string[]) => void;
}

/** The dates that a series leaves out; each can be put back. */
export function Exceptions({ dates, error, onChange }: ExceptionsProps) {
  return (
    <div className={layout.stack2} role="group" aria-label="Left out">
      <span>Left out on</span>
      <div className={layout.toolbar2}>
        {dates.map((date) => (
          <Chip
            key={date}
            onRemove={() => onChange(dates.filter((one) => one !== date))}
            removeLabel={`Put ${formatDay(date)} back`}
          >
            {formatDay(date)}
          </Chip>
        ))}
      </div>
      {error !== undefined && <p role="alert">{error}</p>}
    </div>
  );
}
