import type { DoorList } from '../../../domain/calls/door.ts';
import type { DoorAdd } from '../../../domain/sessions/door.ts';
import { formatCount } from '../../../domain/values/formats.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';

const ABOVE: Readonly<Record<Exclude<DoorAdd, 'waitlisted'>, string>> = {
  attended: 'Check in above the capacity',
  confirmed: 'Give a seat above the capacity',
};

export interface FullStepProps {
  list: DoorList;
  name: string;
  busy: boolean;
  onChoose: (to: DoorAdd) => void;
  onBack: () => void;
}

/** No one is put on the waitlist of a full session, or above its capacity, without a question. */
export function FullStep({ list: { session, adds }, name, busy, onChoose, onBack }: FullStepProps) {
  const { capacity, counts } = session;
  const waits = adds.includes('waitlisted');
  const waiting =
    counts.waiting === 0 ? '' : ` ${formatCount(counts.waiting, 'person is', 'people are')} already waiting.`;
  return (
    <div className={layout.stack4}>
      <Banner tone="warning" title={waits ? `Full. Add ${name} to the waitlist?` : 'This session is full.'}>
        {capacity === 1 ? 'The only seat is taken.' : `All ${capacity} seats are taken.`}
        {waiting}
      </Banner>
      <p className={layout.toolbar2}>
        {waits && (
          <Button variant="primary" busy={busy} onClick={() => onChoose('waitlisted')}>
            Add to the waitlist
          </Button>
        )}
        {adds.map(
          (to) =>
            to !== 'waitlisted' && (
              <Button key={to} busy={busy} onClick={() => onChoose(to)}>
                {ABOVE[to]}
              </Button>
            ),
        )}
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </p>
    </div>
  );
}
