import { formatCount } from '../../../domain/values/formats.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduledForClass } from '../../../domain/calls/classes.ts';
import { refreshClass } from './refreshClass.ts';
import { callApi } from '../../app/callApi.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { clock } from '../../ui/clock.ts';
import { DateField } from '../../ui/datePicker/DateField.tsx';
import { typedFault } from '../../ui/datePicker/typed.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { placesQuery } from '../calendar/placesQuery.ts';
import type { CellsDialogProps } from './CountAsDone.tsx';
import layout from '../../ui/layout.module.css';

/** As typed; null: as it usually is at the event. */
interface Entered {
  columnId: number;
  startsAt: string;
  minutes: string | null;
  place: string | null;
  note: string;
  seats: string | null;
  /** Null until the server reports a conflict. */
  overrideReason: string | null;
}

type Faults = Partial<Record<'startsAt' | 'minutes' | 'seats' | 'place', string | undefined>>;

/** Schedules a session of one requirement's event that only this class sees, with the selected people in it. */
export function ScheduleDialog({ grid, cells, onDone, onClose }: CellsDialogProps) {
  const client = useQueryClient();
  const form = useScheduleForm(grid, cells);
  const { people, values } = form;
  const [retryKey] = useState(() => new RetryKey());
  const [answer, setAnswer] = useState<ScheduledForClass | null>(null);
  const { run, isRunning, refusal } = useCommand(
    async () => {
      const body = {
        requirementId: values.columnId,
        startsAt: values.startsAt,
        minutes: Number(values.minutes),
        locationId: values.place === '' ? null : Number(values.place),
        locationNote: values.note.trim() || null,
        capacity: Number(values.seats),
        entryIds: people.map(({ id }) => id),
        overrideReason: values.overrideReason?.trim() || null,
      };
      const made = await retryKey.send(body, (key) =>
        callApi('POST /api/events/classes/:classId/sessions', { params: { classId: grid.id }, body, key }),
      );
      await refreshClass(client, grid.id);
      if (made.refused.length > 0) return setAnswer(made);
      showToast(`The session is scheduled, ${formatCount(made.signedUp, 'person is', 'people are')} signed up`);
      onDone();
    },
    ({ problem }) => {
      if (problem.code === 'scheduling.conflict') form.enter({ overrideReason: values.overrideReason ?? '' });
    },
  );
  if (answer !== null) return <Scheduled answer={answer} onDone={onDone} />;
  const fieldErrors = Object.values(refusal?.problem.errors ?? {}).map(String);
  return (
    <Dialog
      title="Schedule a session for them"
      width={520}
      onClose={onClose}
      closeButton
      refusal={refusal && { message: [refusal.message, ...fieldErrors].join(' ') }}
      refusalTitle="Not scheduled"
      answer={{
        label: `Schedule and sign up ${formatCount(people.length, 'person', 'people')}`,
        form: true,
        busy: isRunning,
        onAnswer: () => form.check() && void run(),
      }}
    >
      <p>
        It is published immediately, for this class only. People who are signed up are notified. Others in the class can
        sign up while there are seats.
      </p>
      <ScheduleFields form={form} />
    </Dialog>
  );
}

function useScheduleForm(grid: CellsDialogProps['grid'], cells: CellsDialogProps['cells']) {
  const places = useQuery(placesQuery).data ?? [];
  const columns = grid.columns.filter((column) => cells.some((one) => one.column.id === column.id));
  const [entered, setEntered] = useState<Entered>({
    columnId: columns[0]?.id ?? 0,
    startsAt: '',
    minutes: null,
    place: null,
    note: '',
    seats: null,
    overrideReason: null,
  });
  const [faults, setFaults] = useState<Faults>({});
  const people = cells.filter(({ column }) => column.id === entered.columnId).map(({ person }) => person);
  const usual = columns.find(({ id }) => id === entered.columnId)?.usual;
  const values = {
    ...entered,
    minutes: entered.minutes ?? String(usual?.minutes ?? 60),
    place: entered.place ?? (places.some(({ id }) => id === usual?.locationId) ? String(usual?.locationId) : ''),
    seats: entered.seats ?? String(people.length),
  };
  return {
    ...{ columns, places, people, values, faults },
    enter: (changes: Partial<Entered>) => setEntered((before) => ({ ...before, ...changes })),
    check: (): boolean => {
      const found: Faults = {
        startsAt: whenFault(values.startsAt),
        minutes: isWhole(values.minutes, 5, 10_080) ? undefined : 'Enter between 5 and 10,080 minutes',
        seats: isWhole(values.seats, 1, 10_000) ? undefined : 'Enter between 1 and 10,000 seats',
        place: values.place === '' && values.note.trim() === '' ? 'Choose a place or enter a location' : undefined,
      };
      setFaults(found);
      return Object.values(found).every((text) => text === undefined);
    },
  };
}

function ScheduleFields({ form }: { form: ReturnType<typeof useScheduleForm> }) {
  const { columns, places, values, faults, enter } = form;
  const { timezone } = useModel().site;
  return (
    <>
      <SelectField
        label="Event"
        value={String(values.columnId)}
        options={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={({ target }) => enter({ columnId: Number(target.value) })}
      />
      <DateField
        label="When"
        mode="datetime"
        zone={timezone}
        value={values.startsAt}
        error={faults.startsAt}
        onValue={(startsAt) => enter({ startsAt })}
      />
      <TextField
        label="How long"
        suffix="minutes"
        inputMode="numeric"
        value={values.minutes}
        error={faults.minutes}
        onChange={({ target }) => enter({ minutes: target.value })}
      />
      <SelectField
        label="Place"
        placeholder="None of these"
        value={values.place}
        error={faults.place}
        options={places.map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
        onChange={({ target }) => enter({ place: target.value })}
      />
      <TextField
        label="Where exactly"
        optional
        maxLength={300}
        value={values.note}
        onChange={({ target }) => enter({ note: target.value })}
      />
      <TextField
        label="Seats"
        inputMode="numeric"
        value={values.seats}
        error={faults.seats}
        onChange={({ target }) => enter({ seats: target.value })}
      />
      {values.overrideReason !== null && (
        <TextField
          label="Reason for the override"
          help="Choose another time or place, or give a reason to schedule it anyway."
          optional
          maxLength={500}
          value={values.overrideReason}
          onChange={({ target }) => enter({ overrideReason: target.value })}
        />
      )}
    </>
  );
}

/** Shows who could not be signed up, which no other screen does. */
function Scheduled({
  answer: { signedUp, refused, instanceId },
  onDone,
}: {
  answer: ScheduledForClass;
  onDone: () => void;
}) {
  return (
    <Dialog title="The session is scheduled" width={520} onClose={onDone} cancel="Close">
      <div className={layout.stack4}>
        <p>
          {formatCount(signedUp, 'person is', 'people are')} signed up.{' '}
          <a href={`/scheduling/processinstance/${instanceId}`}>Open the session</a>
        </p>
        <Banner tone="warning" title="Not signed up">
          <ul>
            {refused.map(({ name, words }) => (
              <li key={name}>
                {name}: {words}
              </li>
            ))}
          </ul>
        </Banner>
      </div>
    </Dialog>
  );
}

function whenFault(startsAt: string): string | undefined {
  if (startsAt === '') return 'Enter a date and a time';
  const text = typedFault(startsAt, 'datetime');
  if (text !== undefined) return text;
  return Date.parse(startsAt) <= clock.now() ? 'Choose a time in the future' : undefined;
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
}
