import { useRef, useState } from 'react';
import type { OpenForm } from '../../../../domain/request-calls.ts';
import type { Answers } from '../../../../domain/request-form.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { resubmitRequest, submitRequest } from '../requestCalls.ts';

interface Fault {
  title: string;
  detail: string;
  needsReload: boolean;
}

interface SubmitOptions {
  open: OpenForm;
  userName: string;
  submissionId: number | undefined;
  draft: { stop: () => Promise<void>; resume: () => void };
  onSent: (id: number) => void;
}

/** Sends the answers once, however often the button is pressed or the connection breaks. */
export function useSubmit({ open, userName, submissionId, draft, onSent }: SubmitOptions) {
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>> | undefined>(undefined);
  const [fault, setFault] = useState<Fault | null>(null);
  const under = useRef(false);
  // The same answers sent again are the same request; changed answers are another one.
  const key = useRef({ body: '', value: '' });

  const request = (data: Answers) => {
    const body = { formVersionId: open.version.id, data };
    if (submissionId !== undefined)
      return resubmitRequest(userName, submissionId, { ...body, from: 'CustomerActionNeeded' });
    const text = JSON.stringify(body);
    if (key.current.body !== text) key.current = { body: text, value: crypto.randomUUID() };
    return submitRequest(userName, body, key.current.value);
  };

  const send = async (data: Answers) => {
    if (under.current) return;
    under.current = true;
    setIsSending(true);
    setFault(null);
    try {
      await draft.stop();
      onSent((await request(data)).id);
    } catch (error) {
      draft.resume();
      if (error instanceof ApiError && error.problem.errors && error.status === 422)
        setErrors({ ...error.problem.errors });
      else setFault(faultOf(error));
    } finally {
      under.current = false;
      setIsSending(false);
    }
  };

  return { send, isSending, errors, fault };
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof ApiError)) throw error;
  const { title, detail, code } = error.problem;
  return {
    title,
    detail,
    needsReload:
      code === 'requests.form-changed' || code === 'requests.form-closed' || code === 'requests.outdated-status',
  };
}
