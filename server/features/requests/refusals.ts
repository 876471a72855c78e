import type { AskState } from '../../../domain/messages/messages.ts';
import type { Problem } from '../../../domain/values/problem.ts';
import type { Draft } from '../../../domain/calls/request-drafts.ts';
import { STATUS_LABELS } from '../../../domain/requests/workflow.ts';
import type { Status } from '../../../domain/requests/workflow.ts';
import { problem, tooMany } from '../../platform/problem.ts';
import type { ProblemError } from '../../platform/problem.ts';

type Errors = NonNullable<Problem['errors']>;

export function notFound(what: string): ProblemError {
  return problem(404, 'requests.not-found', 'Not found', `${what} does not exist, or you do not have access to it.`);
}

export function notForOthers(): ProblemError {
  return problem(403, 'requests.not-for-others', 'Not allowed', 'Only staff can submit a request for someone else.');
}

export function noCustomer(named: string): ProblemError {
  const detail = `No active account has the username or email address "${named.trim()}". Check the spelling, or leave the field empty if it is your own request.`;
  return problem(422, 'requests.no-customer', 'Customer not found', detail);
}

export function invalidAnswers(errors: Errors): ProblemError {
  const count = Object.keys(errors).length;
  const detail = count === 1 ? 'One answer needs a change.' : `${count} answers need a change.`;
  return problem(422, 'requests.invalid-answers', 'Not submitted', detail, { errors });
}

/** Answers are no longer accepted for this version. */
export function formChanged(): ProblemError {
  return problem(
    409,
    'requests.form-changed',
    'The form has changed',
    'A new version of the form was published. Load it again. Answers to fields that still exist are kept.',
  );
}

/** A draft on an earlier version must be compared with the current one before it is submitted. */
export function notCompared(): ProblemError {
  return problem(
    409,
    'requests.not-compared',
    'The form has changed',
    'There is a newer version of this form. Reload it to see what has changed before you submit.',
  );
}

/** The draft was changed elsewhere; `fields`: those changed on both sides. Nothing was stored. */
export function draftConflict(current: Draft, fields: readonly string[]): ProblemError {
  return problem(
    409,
    'requests.draft-conflict',
    'Changed elsewhere',
    'This draft was changed in another tab or on another device. Nothing was stored.',
    {
      current: { ...current },
      ...(fields.length > 0
        ? { errors: Object.fromEntries(fields.map((name) => [name, 'Changed in another tab or on another device'])) }
        : {}),
    },
  );
}

export function draftNotFound(): ProblemError {
  return problem(
    409,
    'requests.draft-gone',
    'The draft no longer exists',
    'This draft was submitted or discarded in another tab or on another device. Nothing was stored.',
  );
}

/** The requests' statuses have changed since the caller read them. Nothing was changed. */
export function outdated(rows: readonly { id: number; status: Status }[]): ProblemError {
  const errors = Object.fromEntries(
    rows.map(({ id, status }) => [String(id), `Now in status ${STATUS_LABELS[status]}`]),
  );
  const names = rows.map(({ id }) => `#${id}`).join(', ');
  const detail =
    rows.length === 1
      ? `Request ${names} has changed in the meantime: it is in status ${STATUS_LABELS[rows[0]?.status ?? 'Unknown']} now. Nothing was changed.`
      : `Requests ${names} have changed in the meantime. Nothing was changed.`;
  return problem(409, 'requests.outdated-status', 'Changed in the meantime', detail, { errors });
}

export function noSuchStep(rows: readonly { id: number; status: Status }[], to: Status): ProblemError {
  const errors = Object.fromEntries(
    rows.map(({ id, status }) => [String(id), `Cannot go from ${STATUS_LABELS[status]} to ${STATUS_LABELS[to]}`]),
  );
  const names = rows.map(({ id }) => `#${id}`).join(', ');
  return problem(
    422,
    'requests.no-such-step',
    'Not possible',
    `You cannot move ${names} to ${STATUS_LABELS[to]}. Nothing was changed.`,
    { errors },
  );
}

export function tooManyMessages(most: number): ProblemError {
  return tooMany(
    'requests.too-many-messages',
    'Not sent',
    `You have sent ${most} ${most === 1 ? 'message' : 'messages'} about this request in the last hour. Wait for an answer, or try again later.`,
    3600,
  );
}

/** `seconds` until another one can be submitted. */
export function tooManyRequests(most: number, seconds: number): ProblemError {
  return tooMany(
    'requests.too-many',
    'Not submitted',
    `You have submitted ${most} ${most === 1 ? 'request' : 'requests'} within an hour. Save this one as a draft and submit it later.`,
    seconds,
  );
}

/** The customer of a request answers, staff ask. */
export function notTheirs(): ProblemError {
  return problem(
    403,
    'requests.not-theirs',
    'Not allowed',
    'Only the customer of this request can answer here, and only people who process requests can ask.',
  );
}

const SETTLED: Record<Exclude<AskState, 'open'>, string> = {
  answered: 'was answered in the meantime, perhaps by you in another tab',
  confirmed: 'was confirmed in the meantime, perhaps by you in another tab',
  declined: 'was declined in the meantime, perhaps by you in another tab',
  withdrawn: 'was withdrawn by the staff in the meantime, so no answer is needed',
  closed: 'is closed, because the request has moved on',
};

/** The question is closed. Nothing was stored. */
export function questionClosed(state: Exclude<AskState, 'open'>): ProblemError {
  return problem(
    409,
    'requests.not-asked',
    'Not sent',
    `The question ${SETTLED[state]}. Nothing was sent. Your text is still here.`,
  );
}

export function answerByForm(): ProblemError {
  return problem(
    422,
    'requests.answer-by-form',
    'Not sent',
    'This asks for changed answers: open the form, change them and submit it again.',
  );
}

export function conversationOver({ id, status }: { id: number; status: Status }): ProblemError {
  return problem(
    409,
    'requests.conversation-over',
    'Not sent',
    `Request #${id} is ${STATUS_LABELS[status].toLowerCase()}, so no one reads messages about it. Make a new request, or ask the staff.`,
  );
}

export function writtenMeanwhile(name: string): ProblemError {
  return problem(
    409,
    'requests.written-meanwhile',
    'Not sent yet',
    `${name} wrote in the meantime. Read the message above. Your text is still here: send it if it still applies.`,
  );
}

export function missingText(field: 'text' | 'outcome'): ProblemError {
  const message = field === 'text' ? 'Write something first' : 'Confirm or decline';
  return problem(422, 'requests.missing-text', 'Not sent', `${message}.`, { errors: { [field]: message } });
}
