import { Batches, type Outcome } from '../../../platform/batches.ts';
import { isUnavailable } from '../../../platform/database.ts';
import { holdsLock } from '../../../platform/locks.ts';
import type { CommandServices } from '../../../services.ts';
import { withLockedSession, type LockedSession } from './locked-session.ts';
import { withLockedSessions } from './session-view.ts';
import { queueFull } from '../../sessions/refusals.ts';

/** Per instance and process. They wait here rather than for its lock, which would take up every connection. */
const MOST_WAITING = 5_000;
/**
 * A commit costs as much as several sign-ups, so waiting ones share it. PostgreSQL keeps up to 64 savepoints cheaply.
 */
const MOST_TOGETHER = 50;

type Work = (locked: LockedSession) => Promise<unknown>;
type JointWork = (locked: LockedSession, people: readonly unknown[]) => Promise<readonly Outcome[]>;
/** Of several sessions, in the order of their ids. */
interface SeriesTask {
  others: readonly number[];
  series: (lockedSessions: LockedSession[]) => Promise<unknown>;
}
type Task = Work | SeriesTask | { work: JointWork; person: { userId: number } };

const queues = new WeakMap<object, Batches<number, Task>>();

/**
 * Locks the instance in a transaction and runs `work`. Work for the same instance queues, and what waits together is
 * committed together: refused `work` (ProblemError) leaves nothing behind, and the others' remains. 404 without an
 * instance.
 */
export function inLockedSession<T>(
  services: CommandServices,
  instanceId: number,
  work: (locked: LockedSession) => Promise<T>,
): Promise<T> {
  return sessionQueue(services).run(instanceId, work) as Promise<T>;
}

/**
 * The same for several sessions, which are locked in the order of their ids, before `work` takes any other lock: it shares its transaction
 * with no one.
 */
export function inLockedSessions<T>(
  services: CommandServices,
  ids: readonly number[],
  work: (lockedSessions: LockedSession[]) => Promise<T>,
): Promise<T> {
  const [first = 0, ...others] = ids.toSorted((a, b) => a - b);
  if (others.length === 0) return inLockedSession(services, first, (locked) => work([locked]));
  return sessionQueue(services).run(first, { others, series: work }) as Promise<T>;
}

/**
 * For several people: `work` runs for consecutive ones, no one twice. Returns the outcome of each, and leaves nothing
 * of refused people behind.
 */
export function batchInLockedSession<T, Person extends { userId: number }>(
  services: CommandServices,
  instanceId: number,
  work: (locked: LockedSession, people: readonly Person[]) => Promise<readonly Outcome<T>[]>,
  person: Person,
): Promise<T> {
  return sessionQueue(services).run(instanceId, { work: work as JointWork, person }) as Promise<T>;
}

function sessionQueue(services: CommandServices): Batches<number, Task> {
  let queue = queues.get(services);
  if (queue === undefined) {
    const serve = (id: number, take: () => readonly Task[]): Promise<Outcome[]> => serveAll(services, id, take);
    queues.set(services, (queue = new Batches(serve, MOST_TOGETHER, MOST_WAITING, queueFull)));
  }
  return queue;
}

async function serveAll(
  services: CommandServices,
  instanceId: number,
  take: () => readonly Task[],
): Promise<Outcome[]> {
  try {
    // Taken once the lock is free: tasks that arrive until then share the transaction.
    return await serve(services, instanceId, take);
  } catch (error) {
    const tasks = take();
    if (isUnavailable(error) || tasks.length === 1) throw error;
    // One of them broke the transaction. Alone, it breaks its own.
    const outcomes: Outcome[] = [];
    for (const task of tasks)
      outcomes.push(...(await serve(services, instanceId, () => [task]).catch((own: unknown) => [{ error: own }])));
    return outcomes;
  }
}

function serve(services: CommandServices, instanceId: number, take: () => readonly Task[]): Promise<Outcome[]> {
  return services.engine.transaction((tx) =>
    withLockedSession(services, tx, instanceId, async (locked) => {
      const tasks = take();
      const [only] = tasks;
      if (tasks.length === 1 && typeof only === 'function') return [{ value: await only(locked) }];
      return serveGroups(locked, groupTasks(tasks));
    }),
  );
}

/** Tasks are left to the next transaction once this one holds a lock that the others need not wait for. */
async function serveGroups(locked: LockedSession, groups: readonly (Work | SeriesTask | Group)[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const group of groups) {
    if (typeof group === 'function') outcomes.push(await locked.withSavepoint(group));
    else if ('people' in group) outcomes.push(...(await group.work(locked, group.people)));
    else if (outcomes.length === 0) return [await locked.withSavepoint(() => withOthers(locked, group))];
    else break;
    if (holdsLock(locked.tx, 'offers')) break;
  }
  return outcomes;
}

function withOthers(locked: LockedSession, { others, series }: SeriesTask): Promise<unknown> {
  return withLockedSessions(locked.services, locked.tx, others, (more) => series([locked, ...more]));
}

interface Group {
  work: JointWork;
  people: { userId: number }[];
}

function groupTasks(tasks: readonly Task[]): (Work | SeriesTask | Group)[] {
  const groups: (Work | SeriesTask | Group)[] = [];
  for (const task of tasks) {
    const last = groups.at(-1);
    if (typeof task === 'function' || 'series' in task) groups.push(task);
    else if (typeof last === 'object' && 'people' in last && canJoin(last, task)) last.people.push(task.person);
    else groups.push({ work: task.work, people: [task.person] });
  }
  return groups;
}

function canJoin({ work, people }: Group, task: Exclude<Task, Work | SeriesTask>): boolean {
  return work === task.work && people.every(({ userId }) => userId !== task.person.userId);
}
