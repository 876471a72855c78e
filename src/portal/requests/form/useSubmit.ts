import { useRef, useState } from 'react';
import type { Draft, OpenVersion } from '../../../../domain/request-calls.ts';
import type { Answers } from '../../../../domain/request-form.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { resubmitRequest, submitRequest } from '../../../requests/requestCalls.ts';
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
export function useSubmit({ version, comparedWith, userName, submissionId, autosave, onSent }: SubmitOptions) {
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>> | undefined>(undefined);
  const [fault, setFault] = useState<Fault | null>(null);
  const under = useRef(false);
  const [retryKey] = useState(() => new RetryKey());

  const request = (data: Answers) => {
    const body = { formVersionId: version.id, data, draftVersion: autosave.version };
    if (submissionId !== undefined)
      return resubmitRequest(userName, submissionId, { ...body, from: 'CustomerActionNeeded' });
    const sent = comparedWith === undefined ? body : { ...body, comparedWith };
    return retryKey.send(sent, (key) => submitRequest(userName, sent, key));
  };

  const refuse = (error: unknown) => {
    autosave.resume();
    if (!(error instanceof ApiError)) throw error;
    const { title, detail, code, errors: faults, current } = error.problem;
    if (code === 'requests.draft-conflict' && current) {
      autosave.adopt(current as unknown as Draft);
      setFault(OTHER_ANSWERS);
    } else if (faults && error.status === 422) setErrors({ ...faults });
    else setFault({ title, detail, needsReload: RELOAD_FOR.includes(code) });
  };

  const send = async (data: Answers) => {
    if (under.current) return;
    under.current = true;
    setIsSending(true);
    setFault(null);
    try {
      if (await autosave.finish()) onSent((await request(data)).id);
      else setFault(OTHER_ANSWERS);
    } catch (error) {
      refuse(error);
    } finally {
      under.current = false;
      setIsSending(false);
    }
  };

  return { send, isSending, errors, fault };
}

const OTHER_ANSWERS: Fault = {
  title: 'Not submitted yet',
  detail: 'Answers were changed in another tab or on another device, and are here now. Check them and submit again.',
  needsReload: false,
};
