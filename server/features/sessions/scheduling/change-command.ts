import type { PlanItem } from '../../../../domain/calls/action-parts.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { PropertySchema } from '../../../../domain/declarations/schemas.ts';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { Conflict } from './conflicts.ts';
import { formatCount } from '../../../../domain/values/formats.ts';
import type { Json } from '../../../../domain/values/json.ts';
import { takeLock } from '../../../platform/locks.ts';
import type { RowServices } from '../../../services.ts';
import { changeNote, countNotified } from '../session-change.ts';
import {
  findChanges,
  planChange,
  writeChange,
  type Change,
  type Changed,
  type PlannedChange,
} from './change-sessions.ts';
import {
  conflictNotes,
  formatFault,
  formatTimes,
  LEAVE,
  REASON,
  reasonIn,
  reasonInput,
  remembered,
  type Sessions,
} from './planning-inputs.ts';
import { NOTE, noteIn, notifiedNotes, SCOPE, scopeInput } from './session-commands.ts';

const VALUES: PropertySchema = { type: 'object', title: 'Values' };
/** Changes and moves sessions: the question shows what becomes of each, its conflicts, and how many people are notified. */
export function addChangeCommand(services: RowServices): void {
  const planOf = (call: Sessions) => remembered(call, () => planChange(services, call, changeIn(call.inputs)));
  const countPeople = async (call: Sessions) => {
    const { written } = await planOf(call);
    const changes = written.map(({ before, after }) => ({ actor: call.actor, before, after }));
    return remembered(call, () => countNotified(services, call.tx, changes), 'people');
  };
  services.engine.command('sessions.change', {
    resource: 'instances',
    inputs: { properties: { values: VALUES, scope: SCOPE, leave: LEAVE, overrideReason: REASON, note: NOTE } },
    planned: ['values', 'scope', 'leave'],
    unchanged: 'version',
    undoes: ['instances', 'conflictOverrides'],
    lock: (tx) => takeLock(tx, 'scheduling'),
    rowsFor: async (tx, ids, inputs) =>
      (await findChanges(services, tx, ids, changeIn(inputs))).map(({ before }) => before.id),
    title: async (call) => {
      const { people } = await countPeople(call);
      return people === 0 ? null : `Notify ${formatCount(people, 'person', 'people')}?`;
    },
    notes: async (call) => [
      ...notifiedNotes(await countPeople(call), changeIn(call.inputs).values['status'] === 'cancelled'),
      ...conflictNotes(services, call, (await planOf(call)).written),
    ],
    inputsFor: async (call) => ({
      ...scopeInput(call),
      ...((await countPeople(call)).people > 0 ? { note: { isOptional: true } } : {}),
      ...reasonInput(services, call, (await planOf(call)).written),
    }),
    items: async (call) => ({
      label: 'Sessions',
      leave: changeIn(call.inputs).scope === 'one' ? null : 'leave',
      items: changedItems(call, await planOf(call)),
    }),
    run: async (call) => {
      const { tx, inputs } = call;
      changeNote(tx).text = noteIn(inputs);
      const { scope } = changeIn(inputs);
      await writeChange(services, call, await planOf(call), { scope, overrideReason: reasonIn(inputs) });
    },
  });
}

function changeIn({ scope, values, leave }: Row): Change {
  return {
    scope: (scope ?? 'one') as OccurrenceScope,
    values: (values ?? {}) as Record<string, Json>,
    leave: Array.isArray(leave) ? leave.map(Number) : [],
  };
}

function changedItems({ ids, resource }: Sessions, { zone, written, left }: PlannedChange): PlanItem[] {
  const titles = new Map(resource.fields.map(({ name, title }) => [name, title]));
  const itemOf = (one: Changed, conflicts: readonly Conflict[], isLeft: boolean): PlanItem => ({
    key: String(one.before.id),
    label: formatTimes(one.after, zone),
    note: one.ownFields.length === 0 ? '' : `Keeps its own ${one.ownFields.map((name) => titles.get(name)).join(', ')}`,
    fault: formatFault(conflicts),
    isFixed: ids.includes(one.before.id),
    isLeft,
  });
  return [
    ...written.map((one) => ({ one, conflicts: one.conflicts, isLeft: false })),
    ...left.map((one) => ({ one, conflicts: [], isLeft: true })),
  ]
    .toSorted((a, b) => (a.one.before.startsAt < b.one.before.startsAt ? -1 : 1))
    .map(({ one, conflicts, isLeft }) => itemOf(one, conflicts, isLeft));
}
