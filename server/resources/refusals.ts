import type { Actor } from '../../domain/declarations/actor.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { problem, type ProblemError } from '../platform/problem.ts';

export type FieldErrors = Record<string, string>;

/** The engine's refusals: their codes and messages in one place. */
export function notFound(resource: Resource | null): ProblemError {
  const what = resource ? 'It does not exist, or you do not have access to it.' : 'There is nothing at this address.';
  return problem(404, 'resource.not-found', 'Not found', what);
}

/** The action is not granted to the caller; visitors are asked to log in. */
export function ungranted(actor: Actor, detail: string): ProblemError {
  return actor.id === null && !actor.system
    ? problem(401, 'account.login-needed', 'Not logged in', 'You need to be logged in to do this.')
    : forbidden(detail);
}

export function forbidden(detail: string, errors?: FieldErrors): ProblemError {
  return problem(403, 'resource.forbidden', 'Not allowed', detail, errors ? { errors } : {});
}

export function invalid(errors: FieldErrors): ProblemError {
  const names = Object.keys(errors);
  const detail = names.length === 1 ? `${names[0]}: ${errors[names[0] ?? '']}` : `Please check: ${names.join(', ')}.`;
  return problem(400, 'resource.invalid', 'Not saved', detail, { errors });
}

export function conflict(detail: string, errors?: FieldErrors): ProblemError {
  return problem(409, 'resource.conflict', 'Not saved', detail, errors ? { errors } : {});
}

export function changedMeanwhile(current: Row): ProblemError {
  return problem(
    412,
    'resource.changed-meanwhile',
    'Changed in the meantime',
    'Someone else changed this in the meantime. Compare the two versions and save again.',
    { current },
  );
}

/** `current`: the row as it is now; null when it is deleted. */
export function movedOn(current: Row | null): ProblemError {
  const detail = 'This can no longer be undone, because it has been changed since. Open it to see what changed.';
  return problem(412, 'resource.moved-on', 'Not undone', detail, current ? { current } : {});
}

export function effectChanged(): ProblemError {
  const detail = 'Its consequences have changed since they were shown. Check them, then try again.';
  return problem(409, 'action.effect-changed', 'Nothing was changed', detail);
}

/** `label`: of the action. */
export function effectUnseen(label: string): ProblemError {
  const detail = `It has a consequence that was not shown, such as a refund. Choose “${label}” on the page of the record, where it is shown, and confirm it there.`;
  return problem(409, 'action.effect-changed', 'Nothing was changed', detail);
}

export function badRequest(detail: string): ProblemError {
  return problem(400, 'resource.bad-request', 'Bad request', detail);
}

function badQuery(fault: QueryFault): ProblemError {
  return problem(400, 'resource.bad-query', 'Bad request', fault.message, {
    errors: { [fault.subject.slice(0, 100)]: fault.message },
  });
}

/** Runs `work`, mapping a QueryFault to 400 that names the faulty parameter. */
export function withBadRequest<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof QueryFault ? badQuery(error) : error;
  }
}

/** Refuses an action for some of the rows; none changes. `rows`: the first of them, with the reason of each. */
export function refuseRows(
  rows: readonly { id: string | number; name: string; message: string }[],
  { refused, of }: { refused: number; of: number },
): ProblemError {
  const [first] = rows;
  const reasons = rows.map(({ name, message }) => `${name}: ${message}`).join(' ');
  const more = refused > rows.length ? ` And ${refused - rows.length} more.` : '';
  const detail = of === 1 && first ? first.message : `${refused} of ${of} cannot be included. ${reasons}${more}`;
  const errors = Object.fromEntries(rows.map(({ id, message }) => [id, message]));
  return problem(409, 'resource.refused', 'Not possible', detail, of === 1 ? {} : { errors });
}
