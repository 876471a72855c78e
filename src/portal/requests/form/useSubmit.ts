import { useState } from 'react';
import type { Resubmit } from '../../../../domain/calls/requests.ts';
import type { Draft, OpenVersion } from '../../../../domain/calls/request-drafts.ts';
import type { Answers } from '../../../../domain/requests/request-form.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { useCommand } from '../../../app/useCommand.ts';
import type { DraftAutosave } from './DraftAutosave.ts';

interface Fault {
  title: string;
  detail: string;
  needsReload: boolean;
}

interface SubmitOptions {
  version: OpenVersion;
  /** The current version that an earlier one was compared with. */
  comparedWith: number | undefined;
  /** The account for which staff submit it; empty for oneself. */
  customer: string;
  userName: string;
  submissionId: number | undefined;
  autosave: DraftAutosave;
  onSent: (id: number) => void;
}

const RELOAD_FOR = [
  'requests.form-changed',
  'requests.not-compared',
  'requests.form-closed',
  'requests.outdated-status',
];

/** Submits the answers once, even if the button is pressed repeatedly or the connection fails. */
export function useSubmit(options: SubmitOptions) {
  const { version, comparedWith, customer, userName, submissionId, autosave, onSent } = options;
  const [hasOtherAnswers, setHasOtherAnswers] = useState(false);
  const [retryKey] = useState(() => new RetryKey());

  const request = (data: Answers) => {
    const body = { formVersionId: version.id, data, draftVersion: autosave.version };
    if (submissionId !== undefined) return sendChanges(submissionId, userName, body);
    const sent = {
      ...body,
      ...(comparedWith === undefined ? {} : { comparedWith }),
      ...(customer.trim() === '' ? {} : { customer: customer.trim() }),
    };
    return retryKey.send(sent, (key) =>
      callApi('POST /api/requests/submissions', { body: sent, key, account: userName }),
    );
  };

  const { run, isRunning, refusal } = useCommand(async (data: Answers) => {
    setHasOtherAnswers(false);
    try {
      if (await autosave.finish()) {
        const sent = await request(data);
        return sent === null ? autosave.resume() : onSent(sent.id);
      }
    } catch (error) {
      autosave.resume();
      if (!(error instanceof ApiError && error.problem.code === 'requests.draft-conflict')) throw error;
      if (!error.problem.current) throw error;
      autosave.adopt(error.problem.current as unknown as Draft);
    }
    setHasOtherAnswers(true);
  });

  const errors = refusal?.status === 422 ? refusal.problem.errors : undefined;
  const fault = hasOtherAnswers
    ? OTHER_ANSWERS
    : refusal !== null && errors === undefined
      ? submitFault(refusal)
      : null;
  return { send: run, isSending: isRunning, errors, fault };
}

/** Null: the person has seen what it does with their money, and does not want it. */
async function sendChanges(id: number, account: string, answers: Omit<Resubmit, 'from' | 'refundCents' | 'dueCents'>) {
  const call = { params: { id }, account };
  const body = { ...answers, from: 'CustomerActionNeeded' as const };
  const { refundCents, dueCents, sentences } = await callApi('POST /api/requests/submissions/:id/resubmit/effect', {
    ...call,
    body,
  });
  const isSure =
    sentences.length === 0 ||
    (await confirmModal({
      header: `Submit request #${id} with these changes?`,
      message: sentences.join(' '),
      confirmButtonText: 'Submit changes',
      cancelButtonText: 'Back',
    }));
  if (!isSure) return null;
  return callApi('POST /api/requests/submissions/:id/resubmit', { ...call, body: { ...body, refundCents, dueCents } });
}

function submitFault({ problem: { title, detail, code } }: ApiError): Fault {
  return { title, detail, needsReload: RELOAD_FOR.includes(code) };
}

const OTHER_ANSWERS: Fault = {
  title: 'Not submitted yet',
  detail: 'Answers were changed in another tab or on another device, and are here now. Check them and submit again.',
  needsReload: false,
};
