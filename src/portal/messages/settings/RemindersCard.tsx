import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { REMINDERS, type Reminder, type ReminderTimes } from '../../../../domain/sessions/signup.ts';
import { api } from '../../../app/api.ts';
import { useSession } from '../../../app/useSession.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import layout from '../../../ui/layout.module.css';
import { showToast } from '../../../ui/toasts.ts';

const PATH = '/api/events/reminders';
const LABELS: Readonly<Record<Reminder, string>> = {
  week: 'A week before',
  day: 'A day before',
  hour: 'An hour before',
};

/** When one is reminded of sessions; saved as it is chosen, one after the other so that the last choice holds. */
export function RemindersCard() {
  const { userName } = useSession();
  const client = useQueryClient();
  const queryKey = [PATH, userName];
  const query = useQuery({ queryKey, queryFn: () => api<ReminderTimes>(PATH) });
  const [fault, setFault] = useState<string | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());

  const save = async (chosen: ReminderTimes, before: ReminderTimes) => {
    try {
      await api(PATH, { method: 'PUT', json: chosen });
      showToast(remindersText(chosen));
    } catch (refused) {
      client.setQueryData(queryKey, before);
      setFault(`Not saved. ${refused instanceof Error ? refused.message : ''}`);
    }
  };
  const choose = (time: Reminder, isWanted: boolean) => {
    const before = client.getQueryData<ReminderTimes>(queryKey);
    if (before === undefined) return;
    const chosen = { ...before, [time]: isWanted };
    client.setQueryData(queryKey, chosen);
    setFault(null);
    queue.current = queue.current.then(() => save(chosen, before));
  };

  return (
    <Card
      title="Reminders of your events"
      description="Before a session in which you have a seat, in the way that you choose for Your events."
    >
      <div className={layout.stack2}>
        {fault !== null && (
          <Banner tone="error" onDismiss={() => setFault(null)}>
            {fault}
          </Banner>
        )}
        <QueryView query={query} what="your reminders" lines={3} lineHeight={32} hasNotice={false}>
          {(times) =>
            REMINDERS.map((time) => (
              <CheckboxField
                key={time}
                label={LABELS[time]}
                checked={times[time]}
                onChange={({ target }) => choose(time, target.checked)}
              />
            ))
          }
        </QueryView>
      </div>
    </Card>
  );
}

function remindersText(chosen: ReminderTimes): string {
  const times = REMINDERS.filter((time) => chosen[time]).map((time) => LABELS[time].toLowerCase());
  return times.length === 0 ? 'No reminders.' : `Reminders: ${times.join(', ')}.`;
}
