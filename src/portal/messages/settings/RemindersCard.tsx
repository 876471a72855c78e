import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** Saved one after the other, so that the last choice is the one that holds. */
export function RemindersCard() {
  const { userName } = useSession();
  const client = useQueryClient();
  const queryKey = [PATH, userName];
  const query = useQuery({ queryKey, queryFn: () => api<ReminderTimes>(PATH) });
  const saving = useMutation({
    scope: { id: 'reminders' },
    mutationFn: (chosen: ReminderTimes) => api(PATH, { method: 'PUT', json: chosen }),
    onSuccess: (_, chosen) => {
      client.setQueryData(queryKey, chosen);
      showToast(remindersText(chosen));
    },
  });

  return (
    <Card
      title="Reminders of your events"
      description="Before each session in which you have a seat, delivered as you choose for Your events."
    >
      <div className={layout.stack2}>
        {saving.error !== null && (
          <Banner tone="error" onDismiss={saving.reset}>
            Not saved. {saving.error.message}
          </Banner>
        )}
        <QueryView query={query} what="your reminders" lines={3} lineHeight={32} hasNotice={false}>
          {(saved) => {
            const times = saving.isPending ? saving.variables : saved;
            return REMINDERS.map((time) => (
              <CheckboxField
                key={time}
                label={LABELS[time]}
                checked={times[time]}
                onChange={({ target }) => saving.mutate({ ...times, [time]: target.checked })}
              />
            ));
          }}
        </QueryView>
      </div>
    </Card>
  );
}

function remindersText(chosen: ReminderTimes): string {
  const times = REMINDERS.filter((time) => chosen[time]).map((time) => LABELS[time].toLowerCase());
  return times.length === 0 ? 'No reminders.' : `Reminders: ${times.join(', ')}.`;
}
