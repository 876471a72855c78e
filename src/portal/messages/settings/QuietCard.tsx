import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatHour } from '../../../../domain/values/formats.ts';
import type { QuietChoice } from '../../../../domain/calls/messages.ts';
import type { QuietMode } from '../../../../domain/messages/threads.ts';
import type { QuietHours } from '../../../../domain/messages/quiet-hours.ts';
import { useModel } from '../../../app/useModel.ts';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import type { ChoiceCalls } from './messageChoices.ts';
import styles from './CommunicationSettings.module.css';

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index / 2);
const USUAL = { from: 22, to: 7 };

interface Chosen {
  mode: QuietMode;
  hours: QuietHours | null;
}

/** When no mail is sent immediately. */
export function QuietCard({ calls, quiet }: { calls: ChoiceCalls; quiet: QuietChoice }) {
  const { timezone } = useModel().site;
  const { shown, failure, choose } = useQuiet(calls, quiet);
  const { mode, hours } = shown;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const usual = hours ?? quiet.site ?? { ...USUAL, zone: ownZone };
  const modes = [
    ...(quiet.site === null ? [] : [{ value: 'site', label: `${spanText(quiet.site)} (site default)` }]),
    { value: 'none', label: 'None: email me at any hour' },
    { value: 'own', label: 'Custom hours' },
  ];
  const zones = [...new Set([usual.zone, timezone, ownZone])];
  const times = (other: number) =>
    HALF_HOURS.map((hour) => ({ value: String(hour), label: formatHour(hour), disabled: hour === other }));
  const change = (changed: Partial<QuietHours>) => choose({ mode: 'own', hours: { ...usual, ...changed } });
  return (
    <Card
      title="Quiet hours"
      description="We hold emails during these hours. Required emails, emails with a deadline and portal messages still arrive."
    >
      <div className={styles.category}>
        <SelectField
          label="Hours without email"
          error={failure}
          options={modes}
          value={mode === 'site' && quiet.site === null ? 'none' : mode}
          onChange={({ target }) =>
            choose({ mode: target.value as QuietMode, hours: target.value === 'own' ? usual : null })
          }
        />
      </div>
      {mode === 'own' && (
        <div className={styles.hours}>
          <SelectField
            label="From"
            options={times(usual.to)}
            value={String(usual.from)}
            onChange={({ target }) => change({ from: Number(target.value) })}
          />
          <SelectField
            label="To"
            options={times(usual.from)}
            value={String(usual.to)}
            onChange={({ target }) => change({ to: Number(target.value) })}
          />
          {zones.length > 1 && (
            <SelectField
              label="Time zone"
              options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              value={usual.zone}
              onChange={({ target }) => change({ zone: target.value })}
            />
          )}
        </div>
      )}
    </Card>
  );
}

function spanText({ from, to }: QuietHours): string {
  return `${formatHour(from)} to ${formatHour(to)}`;
}

function quietText({ mode, hours }: Chosen): string {
  if (mode === 'own' && hours !== null) return `Quiet hours: ${spanText(hours)}.`;
  return mode === 'none' ? 'No quiet hours.' : 'Quiet hours: site default.';
}

/** Saved one after the other, so that the last choice is the one that holds. */
function useQuiet({ queryKey, saveQuiet }: ChoiceCalls, saved: QuietChoice) {
  const client = useQueryClient();
  const saving = useMutation({
    scope: { id: 'quiet hours' },
    mutationFn: ({ mode, hours }: Chosen) => saveQuiet({ mode, ...(hours && { hours }) }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
  });
  return {
    shown: saving.isPending ? saving.variables : saved,
    failure: saving.error && `Not saved. ${saving.error.message}`,
    choose: (chosen: Chosen) => saving.mutate(chosen, { onSuccess: () => showToast(quietText(chosen)) }),
  };
}
