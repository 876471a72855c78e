import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { ScheduledForClass, ScheduleForClass } from '../../../../domain/calls/classes.ts';
import { problem, ProblemError } from '../../../platform/problem.ts';
import type { CommandServices, Needs } from '../../../services.ts';
import { planSessions, requirePlanner } from '../../sessions/scheduling/plan-sessions.ts';
import { addAllAtDoor } from '../../checkin/add-at-door.ts';
import { requireDoorStaff } from '../../sessions/event-staff.ts';
import { noClass } from './grid.ts';

const YEAR = 366 * 86_400_000;

interface Enrolled {
  name: string;
  userId: number | null;
}

/**
 * Creates a published session of the requirement's event that only the class sees, and signs these people up. People
 * who cannot be signed up are named with the reason; the session remains. `key`: calls with the same one create one
 * session.
 */
export async function scheduleForClass(
  services: CommandServices,
  actor: Actor,
  classId: number,
  given: ScheduleForClass,
  key?: string,
): Promise<ScheduledForClass> {
  requireDoorStaff(actor);
  const { requirementId, startsAt, minutes, locationId, locationNote, capacity, overrideReason = null } = given;
  const { db, clock } = services;
  requirePlanner(services, actor, 'create');
  const requirement = await db
    .selectFrom('classRequirements as q')
    .innerJoin('events as e', 'e.id', 'q.eventId')
    .select(['q.eventId', 'e.title'])
    .where('q.id', '=', requirementId)
    .where('q.classId', '=', classId)
    .executeTakeFirst();
  if (requirement === undefined) throw noClass();
  const start = Date.parse(startsAt);
  if (start <= clock.now()) throw problem(400, 'events.past', 'Not scheduled', 'Choose a time in the future.');
  const values = {
    eventId: requirement.eventId,
    status: 'published',
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + minutes * 60_000).toISOString(),
    // Already open, and the same when the call is repeated.
    signupOpensAt: new Date(start - YEAR).toISOString(),
    ...{ locationId, locationNote, classId, capacity },
    walkInsAllowed: false,
    isPrivate: true,
  };
  const plan = { values, rule: null, exceptDates: [], isBookedAsWhole: false, overrideReason };
  const { instanceIds } = await planSessions(services, actor, plan, key);
  const people = await enrolled(services, classId, given.entryIds);
  return signUpPeople(services, actor, instanceIds[0] ?? 0, people);
}

function enrolled({ db }: Needs<'db'>, classId: number, entryIds: readonly number[]): Promise<Enrolled[]> {
  return db
    .selectFrom('rosterEntries')
    .select(['name', 'userId'])
    .where('classId', '=', classId)
    .where('status', '=', 'enrolled')
    .where('id', 'in', entryIds.length === 0 ? [0] : entryIds)
    .orderBy('name')
    .execute();
}

async function signUpPeople(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  people: readonly Enrolled[],
): Promise<ScheduledForClass> {
  const answer: ScheduledForClass = { instanceId, signedUp: 0, refused: [] };
  const given = people.flatMap(({ userId }) => (userId === null ? [] : [{ userId, to: 'confirmed' as const }]));
  const outcomes = await addAllAtDoor(services, actor, instanceId, given);
  for (const { name, userId } of people) {
    const outcome = userId === null ? null : outcomes[given.findIndex((one) => one.userId === userId)];
    if (outcome == null) answer.refused.push({ name, words: 'has no account yet' });
    else if ('value' in outcome) answer.signedUp += outcome.value.status === 'confirmed' ? 1 : 0;
    else if (outcome.error instanceof ProblemError)
      answer.refused.push({ name, words: outcome.error.problem.detail ?? 'was refused' });
    else throw outcome.error;
  }
  return answer;
}
