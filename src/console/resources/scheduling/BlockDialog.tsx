import { useState } from 'react';
import { BLOCK_KINDS } from '../../../../domain/hours/calendar.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { parseRule, ruleFault } from '../../../../domain/hours/recurrence.ts';
import { ruleDates } from '../../../../domain/hours/rule-dates.ts';
import { instantOfWallClock, wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { PickedDates } from '../../../forms/widgets/PickedDates.tsx';
import { RuleBuilder } from '../../../forms/widgets/RuleBuilder.tsx';
import { DateField } from '../../../ui/datePicker/DateField.tsx';
import { typedFault } from '../../../ui/datePicker/typed.ts';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { SelectField, type Option } from '../../../ui/SelectField.tsx';
import { TextAreaField, TextField } from '../../../ui/TextField.tsx';
import type { BlockData } from './hoursCalls.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { BLOCK_LOOKS } from './staffItems.ts';

export interface BlockDialogProps {
  title: string;
  data: BlockData;
  options: readonly Option[];
  zoneOf: (locationId: number) => string;
  /** True once it is saved; false when the form is to stay. Throws the server's refusal. */
  onSave: (data: BlockData) => Promise<boolean>;
  onClose: () => void;
}

/** Why a moment cannot be saved; undefined where it can. */
function momentFault(typed: string): string | undefined {
  return typed === '' ? 'Enter a date and a time' : typedFault(typed, 'datetime');
}

function exceptionFault({ rule, exceptDates }: BlockData): Record<string, string> {
  const typed = (rule === null ? [] : (exceptDates ?? [])).find((date) => !isDate(date));
  if (typed === undefined) return {};
  return { exceptDates: typedFault(typed, 'date') ?? 'It does not take place on that day. Enter another one' };
}

/** On which dates it takes place without its exceptions; undefined while its rule is half filled. */
function takesPlaceOn(rule: string | null, first: string, zone: string): ((date: string) => boolean) | undefined {
  if (rule === null || ruleFault(rule) !== null) return undefined;
  return ruleDates(parseRule(rule), first, zone);
}

/** The form of a block. */
export function BlockDialog({ title, data, options, zoneOf, onSave, onClose }: BlockDialogProps) {
  const [block, setBlock] = useState(data);
  const [start, setStart] = useState(data.startsAt);
  const [end, setEnd] = useState(data.endsAt);
  const own = zoneOf(block.locationId);
  const firstDate = wallClockOf(momentFault(start) === undefined ? start : data.startsAt, own).slice(0, 10);
  const set = (changes: Partial<BlockData>) => setBlock((now) => ({ ...now, ...changes }));
  const begin = (next: string) => {
    setStart(next);
    // What would end before it starts keeps its length.
    if ([start, end, next].every((moment) => momentFault(moment) === undefined) && Date.parse(end) <= Date.parse(next))
      setEnd(new Date(Date.parse(next) + Math.max(0, Date.parse(end) - Date.parse(start))).toISOString());
  };
  /** At another place it takes place at the same local time. */
  const move = (locationId: number) => {
    const there = zoneOf(locationId);
    const moved = (moment: string) =>
      momentFault(moment) === undefined ? (instantOfWallClock(wallClockOf(moment, own), there) ?? moment) : moment;
    setStart(moved(start));
    setEnd(moved(end));
    set({ locationId });
  };
  const faults = () => {
    const [startFault, endFault] = [momentFault(start), momentFault(end)];
    return {
      ...(block.title.trim() === '' ? { title: 'This field is required' } : {}),
      ...(startFault === undefined ? {} : { startsAt: startFault }),
      ...(endFault === undefined ? {} : { endsAt: endFault }),
      ...(startFault === undefined && endFault === undefined && Date.parse(end) <= Date.parse(start)
        ? { endsAt: 'Must be after the start' }
        : {}),
      ...(block.rule !== null && ruleFault(block.rule) !== null ? { rule: 'Say the last date' } : {}),
      ...exceptionFault(block),
    };
  };
  const save = () =>
    onSave({
      ...block,
      title: block.title.trim(),
      startsAt: start,
      endsAt: end,
      exceptDates: block.rule === null ? null : block.exceptDates,
    });
  return (
    <SaveDialog title={title} saveLabel="Save block" width={560} faults={faults} onSave={save} onClose={onClose}>
      {(errors) => (
        <>
          <TextField
            label="Title"
            help="For staff."
            maxLength={120}
            value={block.title}
            error={errors['title']}
            onChange={({ target }) => set({ title: target.value })}
          />
          <RadioGroup
            label="Kind"
            choices={BLOCK_KINDS.map((kind) => ({
              value: kind,
              label: BLOCK_LOOKS[kind].label,
              help: BLOCK_LOOKS[kind].help,
            }))}
            value={block.kind}
            onChange={(value) => set({ kind: BLOCK_KINDS.find((kind) => kind === value) ?? 'closed' })}
          />
          {block.kind !== 'hold' && (
            <TextField
              label="Public title"
              optional
              help="What visitors read, such as “Laser service”."
              maxLength={120}
              value={block.publicTitle ?? ''}
              error={errors['publicTitle']}
              onChange={({ target }) => set({ publicTitle: target.value === '' ? null : target.value })}
            />
          )}
          <SelectField
            label="Place"
            options={options}
            value={String(block.locationId)}
            error={errors['locationId']}
            onChange={({ target }) => move(Number(target.value))}
          />
          <DateField
            label="Starts"
            mode="datetime"
            zone={own}
            value={start}
            error={errors['startsAt']}
            onValue={begin}
          />
          <DateField label="Ends" mode="datetime" zone={own} value={end} error={errors['endsAt']} onValue={setEnd} />
          <Field label="Repeats" error={errors['rule']}>
            {(ids) => (
              <RuleBuilder
                control={ids}
                rule={block.rule}
                date={firstDate}
                zone={own}
                onRule={(rule) => set({ rule })}
              />
            )}
          </Field>
          {block.rule !== null && (
            <Field
              label="Except on"
              optional
              help="Days on which it does not take place."
              error={errors['exceptDates']}
            >
              {(ids) => (
                <PickedDates
                  control={ids}
                  dates={block.exceptDates ?? []}
                  zone={own}
                  canBe={takesPlaceOn(block.rule, firstDate, own)}
                  onDates={(dates) => set({ exceptDates: dates.length === 0 ? null : dates })}
                />
              )}
            </Field>
          )}
          <TextAreaField
            label="Notes for staff"
            optional
            rows={2}
            value={block.notes ?? ''}
            onChange={({ target }) => set({ notes: target.value === '' ? null : target.value })}
          />
        </>
      )}
    </SaveDialog>
  );
}
