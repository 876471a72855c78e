import { formatCount } from '../../../../domain/values/formats.ts';
import { NOTE_LENGTH } from '../../../../domain/sessions/scheduling.ts';
import { OCCURRENCE_SCOPES, type OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import { takeLock } from '../../../platform/locks.ts';
import { localDate } from '../../../platform/zone-years.ts';
import { canAccessField } from '../../../declarations/permission.ts';
import type { Command, CommandRows } from '../../../resources/command-registry.ts';
import { deletionNotes } from '../../../resources/deletion-notes.ts';
import type { InputsForRows, PlanNote } from '../../../../domain/calls/action-parts.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { PropertySchema } from '../../../../domain/declarations/schemas.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { RowServices } from '../../../services.ts';
import { refundEffect } from '../../payments/money-effect.ts';
import { cancelRefundsOf, type CanceledRefunds } from '../../payments/payables.ts';
import { sumCents } from '../../payments/refund-parts.ts';
import { changeNote, countNotified, seenRefunds, type InstanceChange, type NotifiedPeople } from '../session-change.ts';
import { namingSession, sessionsInScope } from './change-sessions.ts';
import { planningZone } from './session-conflicts.ts';

type Sessions = CommandRows<'instances'>;
type Status = RowOf<'instances'>['status'];

export const SCOPE: PropertySchema = {
  type: 'string',
  title: 'Which sessions',
  enum: [...OCCURRENCE_SCOPES],
  'x-labels': {
    one: 'Only this session',
    following: 'This session and all that follow',
    all: 'All sessions of the series that have not ended',
  },
  default: 'one',
};

export const NOTE: PropertySchema = {
  type: 'string',
  title: 'Note to recipients',
  description: 'Included in the message.',
  maxLength: NOTE_LENGTH,
};

/** Publishes, cancels and deletes sessions, alone or with others of their series. */
export function addSessionCommands(services: RowServices): void {
  const { engine } = services;
  engine.command('sessions.setStatus', {
    ...ofSeries(services),
    inputs: { properties: { scope: SCOPE, note: NOTE } },
    check: (resource, { options }, report) => {
      const statuses = resource.fields.find(({ name }) => name === 'status')?.options ?? [];
      if (!statuses.some(({ value }) => value === options['to'])) report(['options', 'to'], 'Name a status');
    },
    refusals: ({ actor, rows, resource }) => {
      const access = engine.resolver.access(actor, resource, 'update');
      const refused = rows.filter((row) => !canAccessField(access, 'status', row));
      return Promise.resolve(new Map(refused.map(({ id }) => [id, 'You cannot change its status.'])));
    },
    inputsFor: async (sessions) => ({
      ...scopeInput(sessions),
      ...((await notifiedBy(services, sessions)).people > 0 ? { note: { isOptional: true } } : {}),
    }),
    effect: async (sessions) => refundsEffect(await refundsOf(services, sessions)),
    notes: async (sessions) => [
      ...notifiedNotes(await notifiedBy(services, sessions), sessions.options['to'] === 'cancelled'),
      ...(await sessionRefundNotes(services, sessions)),
    ],
    run: async ({ tx, actor, rows, options, inputs }) => {
      changeNote(tx).text = noteIn(inputs);
      seenRefunds(tx).isSeen = true;
      for (const { id } of rows)
        await engine.update(actor, 'instances', id, { status: options['to'] as Status }, { tx });
    },
    // Its tickets follow by the rules of the session.
    revert: ({ tx, actor, row, before }) =>
      engine.update(actor, 'instances', row.id, { status: before.status! }, { tx, command: true }),
  });
  engine.command('sessions.delete', {
    ...ofSeries(services),
    inputs: { properties: { scope: SCOPE } },
    unchanged: 'version',
    notes: (sessions) => deletionNotes(engine.resolver, sessions as CommandRows),
    inputsFor: (sessions) => Promise.resolve(scopeInput(sessions)),
    run: async ({ tx, actor, rows }) => {
      for (const row of rows) {
        const zone = await planningZone(services, tx, row.locationId);
        const day = rows.length > 1 ? localDate(Date.parse(row.startsAt), zone) : null;
        await namingSession(day, () => engine.remove(actor, 'instances', row.id, { tx }));
      }
    },
  });
}

/** Null unless sessions are canceled. */
async function refundsOf(services: RowServices, { tx, rows, options }: Sessions): Promise<CanceledRefunds | null> {
  if (options['to'] !== 'cancelled') return null;
  const ids = rows.map(({ id }) => id);
  return (await cancelRefundsOf(services, 'instances')?.(tx, ids)) ?? null;
}

function refundsEffect(refunds: CanceledRefunds | null): string | null {
  return refunds === null || refunds.things.length === 0 ? null : String(sumCents(refunds.things));
}

async function sessionRefundNotes(services: RowServices, sessions: Sessions): Promise<PlanNote[]> {
  const refunds = await refundsOf(services, sessions);
  if (refunds === null) return [];
  const { endpoint, things, notes } = refunds;
  if (things.length === 0) return notes;
  const { sentences } = await refundEffect(sessions, endpoint, things);
  return [...sentences, ...notes, 'Undo restores the seats, but they must be paid for again.'];
}

/** One session can stand for others of its series that are not over. */
function ofSeries({ clock }: RowServices): Omit<Command<'instances'>, 'run'> {
  return {
    resource: 'instances',
    planned: ['scope'],
    lock: (tx) => takeLock(tx, 'scheduling'),
    rowsFor: async (tx, [id, ...others], { scope }) => {
      if (others.length > 0) return [];
      const found = await sessionsInScope(tx, Number(id), (scope ?? 'one') as OccurrenceScope);
      return found.filter(({ endsAt }) => Date.parse(endsAt) > clock.now()).map((row) => row.id);
    },
  };
}

export function scopeInput({ ids, rows }: Sessions): InputsForRows {
  const isOfSeries = ids.length === 1 && rows.some(({ seriesId }) => seriesId !== null);
  return isOfSeries ? { scope: {} } : {};
}

export function noteIn({ note }: Row): string | null {
  return typeof note === 'string' && note.trim() !== '' ? note.trim() : null;
}

function notifiedBy({ clock }: RowServices, { tx, actor, rows, options, memo }: Sessions): Promise<NotifiedPeople> {
  const key = `notified ${String(options['to'])}`;
  const counted = memo.get(key) as Promise<NotifiedPeople> | undefined;
  if (counted !== undefined) return counted;
  const changes = rows.map((before): InstanceChange => ({
    ...{ actor, before, after: { ...before, status: options['to'] as Status } },
  }));
  const notified = countNotified({ clock }, tx, changes);
  memo.set(key, notified);
  return notified;
}

export function notifiedNotes({ people, waiting }: NotifiedPeople, isCancelled: boolean): PlanNote[] {
  if (people === 0) return isCancelled ? ['No one is notified: it is over, or no one has a ticket or teaches it.'] : [];
  const who = formatCount(people, 'person', 'people');
  const lost = isCancelled ? ' Tickets are canceled.' : '';
  const queued = waiting === 0 ? '' : `, including ${formatCount(waiting, 'person', 'people')} on the waitlist`;
  return [`${who} will be notified in half a minute${queued}.${lost} If you undo it before then, no message is sent.`];
}
