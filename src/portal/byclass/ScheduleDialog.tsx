import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { ScheduledForClass } from '../../../domain/calls/classes.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { clock } from '../../ui/clock.ts';
import { DateField } from '../../ui/datePicker/DateField.tsx';
import { typedFault } from '../../ui/datePicker/typed.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { placesQuery } from '../calendar/calendarCalls.ts';
import { refreshClass, scheduleSession } from './classCalls.ts';
import type { CellsDialogProps } from './CountAsDone.tsx';
import layout from '../../ui/layout.module.css';

const FORM = 'schedule-for-class';

/** Schedules a session of one requirement's event that only this class sees, with the selected people in it. */
export function ScheduleDialog({ grid, cells, onDone, onClose }: CellsDialogProps) {
  const client = useQueryClient();
  const { timezone } = useModel().site;
  const places = useQuery(placesQuery);
  const columns = grid.columns.filter((column) => cells.some((one) => one.column.id === column.id));
  const [columnId, setColumnId] = useState(columns[0]?.id ?? 0);
  const people = cells.filter(({ column }) => column.id === columnId).map(({ person }) => person);
  const [startsAt, setStartsAt] = useState('');
  // Until something is entered, as it usually is at this event.
  const usual = columns.find(({ id }) => id === columnId)?.usual;
  const [givenMinutes, setMinutes] = useState<string | null>(null);
  const minutes = givenMinutes ?? String(usual?.minutes ?? 60);
  const [givenPlace, setPlace] = useState<string | null>(null);
  const locationId =
    givenPlace ?? (places.data?.some(({ id }) => id === usual?.locationId) ? String(usual?.locationId) : '');
  const [note, setNote] = useState('');
  const [seats, setSeats] = useState<string | null>(null);
  const [faults, setFaults] = useState<Record<string, string | undefined>>({});
  // Null until the server reports a conflict.
  const [overrideReason, setOverrideReason] = useState<string | null>(null);
  const [retryKey] = useState(() => new RetryKey());
  const [answer, setAnswer] = useState<ScheduledForClass | null>(null);
  const capacity = seats ?? String(people.length);

  const { run, isRunning, refusal } = useCommand(
    async () => {
      const json = {
        requirementId: columnId,
        startsAt,
        minutes: Number(minutes),
        locationId: locationId === '' ? null : Number(locationId),
        locationNote: note.trim() === '' ? null : note.trim(),
        capacity: Number(capacity),
        entryIds: people.map(({ id }) => id),
        overrideReason: overrideReason?.trim() ? overrideReason.trim() : null,
      };
      const made = await retryKey.send(json, (key) => scheduleSession(grid.id, json, key));
      await refreshClass(client, grid.id);
      if (made.refused.length > 0) return setAnswer(made);
      showToast(`The session is scheduled, ${formatCount(made.signedUp, 'person is', 'people are')} signed up`);
      onDone();
    },
    ({ problem }) => {
      if (problem.code === 'scheduling.conflict') setOverrideReason((reason) => reason ?? '');
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = {
      startsAt: whenFault(startsAt),
      minutes: isWhole(minutes, 5, 10_080) ? undefined : 'Enter between 5 and 10,080 minutes',
      seats: isWhole(capacity, 1, 10_000) ? undefined : 'Enter between 1 and 10,000 seats',
      place: locationId === '' && note.trim() === '' ? 'Choose a place, or say where' : undefined,
    };
    setFaults(found);
    if (Object.values(found).every((text) => text === undefined)) void run();
  };

  if (answer !== null) return <Made answer={answer} onDone={onDone} />;
  return (
    <Dialog
      title="Schedule a session for them"
      width={520}
      onClose={onClose}
      closeButton
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} busy={isRunning}>
            Schedule and sign up {formatCount(people.length, 'person', 'people')}
          </Button>
        </>
      }
    >
      <form id={FORM} className={layout.stack4} noValidate onSubmit={submit}>
        {refusal !== null && (
          <Banner tone="error" title="Not scheduled">
            {[refusal.message, ...Object.values(refusal.problem.errors ?? {}).map(String)].join(' ')}
          </Banner>
        )}
        <p>
          It is published at once, and only this class sees it. Whoever is signed up is told; others of the class can
          sign up as long as there are seats.
        </p>
        <SelectField
          label="Event"
          value={String(columnId)}
          options={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
          onChange={({ target }) => setColumnId(Number(target.value))}
        />
        <DateField
          label="When"
          mode="datetime"
          zone={timezone}
          value={startsAt}
          error={faults['startsAt']}
          onValue={setStartsAt}
        />
        <TextField
          label="How long"
          suffix="minutes"
          inputMode="numeric"
          value={minutes}
          error={faults['minutes']}
          onChange={({ target }) => setMinutes(target.value)}
        />
        <SelectField
          label="Place"
          placeholder="None of these"
          value={locationId}
          error={faults['place']}
          options={(places.data ?? []).map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
          onChange={({ target }) => setPlace(target.value)}
        />
        <TextField
          label="Where exactly"
          optional
          maxLength={300}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <TextField
          label="Seats"
          inputMode="numeric"
          value={capacity}
          error={faults['seats']}
          onChange={({ target }) => setSeats(target.value)}
        />
        {overrideReason !== null && (
          <TextField
            label="Why it takes place anyway"
            help="Choose another time or place; or, if you may, say why it takes place despite what is in the way."
            optional
            maxLength={500}
            value={overrideReason}
            onChange={({ target }) => setOverrideReason(target.value)}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Who could not be signed up has to be known before it is gone. */
function Made({
  answer: { signedUp, refused, instanceId },
  onDone,
}: {
  answer: ScheduledForClass;
  onDone: () => void;
}) {
  return (
    <Dialog
      title="The session is scheduled"
      width={520}
      onClose={onDone}
      actions={
        <Button variant="primary" onClick={onDone}>
          Close
        </Button>
      }
    >
      <div className={layout.stack4}>
        <p>
          {formatCount(signedUp, 'person is', 'people are')} signed up.{' '}
          <a href={`/scheduling/processinstance/${instanceId}`}>Open the session</a>
        </p>
        <Banner tone="warning" title="Not signed up">
          <ul>
            {refused.map(({ name, words: text }) => (
              <li key={name}>
                {name}: {text}
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
  return Date.parse(startsAt) <= clock.now() ? 'Choose a time that is still to come' : undefined;
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
}
