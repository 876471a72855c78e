import { useRef, useState } from 'react';
import type { MessageTemplate } from '../../../../domain/messages/message-template.ts';
import type { TemplateDetail } from '../../../../domain/calls/templates.ts';
import { callApi } from '../../../app/callApi.ts';
import type { ApiError } from '../../../app/ApiError.ts';
import { toastRefusal, useCommand } from '../../../app/useCommand.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { dismissToast } from '../../../ui/toasts.ts';

type Faults = TemplateDetail['faults'];

/** The edited text, based on the version at which it was opened. */
export function useTemplateEditor(opened: TemplateDetail) {
  const [detail, setDetail] = useState(opened);
  const [text, setText] = useState(opened.current);
  const [faults, setFaults] = useState<Faults>(opened.faults);
  const [conflict, setConflict] = useState<TemplateDetail | null>(null);
  const offered = useRef<number | null>(null);
  const isDirty = !isSame(text, detail.current);

  /** `from`: the text that the server saved. Later input stays, as a change. */
  const take = (next: TemplateDetail, from?: MessageTemplate) => {
    setDetail(next);
    setText((now) => (from === undefined || isSame(now, from) ? next.current : now));
    setFaults(next.faults);
    setConflict(null);
  };
  const edit = (change: Partial<MessageTemplate>) => {
    setText({ ...text, ...change });
    setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => !Object.hasOwn(change, field))));
  };
  const refused = async (refusal: ApiError): Promise<void> => {
    if (refusal.status === 422) return setFaults((refusal.problem.errors ?? {}) as Faults);
    const theirs = refusal.status === 412 ? await readLatest(detail).catch(() => null) : null;
    if (theirs === null) toastRefusal(refusal);
    else setConflict(theirs);
  };
  const { run: save, isRunning: isBusy } = useCommand(
    async (template: MessageTemplate | null, version: number = detail.version) => {
      const next = await saveVersion(detail, { version, template });
      const before = detail.version === 0 ? null : (detail.versions[0]?.template ?? null);
      take(next, text);
      if (next.version === version) return;
      // Only the last save can be undone.
      if (offered.current !== null) dismissToast(offered.current);
      const done = template === null ? 'The default text is used now' : `Saved as version ${next.version}`;
      offered.current = showUndoable(done, async () =>
        take(await saveVersion(detail, { version: next.version, template: before }), next.current),
      );
    },
    refused,
  );
  return {
    ...{ detail, text, faults, conflict, isBusy, isDirty, edit, save, take },
    discard: () => take(detail),
    /** Continues with the own text, based on theirs. */
    keepMine: (theirs: TemplateDetail) => {
      setDetail(theirs);
      setConflict(null);
    },
  };
}

function readLatest(params: TemplateDetail) {
  return callApi('GET /api/messageEvents/:event/:audience', { params });
}

function saveVersion(params: TemplateDetail, body: { version: number; template: MessageTemplate | null }) {
  return callApi('POST /api/messageEvents/:event/:audience/versions', { params, body });
}

function isSame(one: MessageTemplate, other: MessageTemplate): boolean {
  return one.subject === other.subject && one.body === other.body;
}

export type TemplateEditing = ReturnType<typeof useTemplateEditor>;
