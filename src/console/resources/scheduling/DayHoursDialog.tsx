import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatDay } from '../../../ui/instants.ts';
import { weekdayOf } from '../../../../domain/hours/hours.ts';
import { WEEKDAY_NAMES } from '../../../../domain/values/date-names.ts';
import layout from '../../../ui/layout.module.css';

export interface DayHoursDialogProps {
  date: string;
  /** "9 AM – 6 PM", or "Closed" */
  hours: string;
  onChoose: (scope: 'weekday' | 'date' | null) => void;
}

/** Whether other hours are those of a weekday from now on, or of one date. */
export function DayHoursDialog({ date, hours, onChoose }: DayHoursDialogProps) {
  const weekday = WEEKDAY_NAMES[weekdayOf(date)] ?? '';
  return (
    <Dialog title={hours} onClose={() => onChoose(null)} closeButton>
      <div className={layout.stack3}>
        <p>For which days?</p>
        <Button block variant="primary" onClick={() => onChoose('weekday')}>
          Every {weekday} from now
        </Button>
        <Button block onClick={() => onChoose('date')}>
          Only {weekday}, {formatDay(date)}
        </Button>
      </div>
    </Dialog>
  );
}
