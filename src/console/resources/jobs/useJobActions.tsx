import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Job, JobAction, JobActionAnswer, QueueAction } from '../../../../domain/operations/jobs.ts';
import { api } from '../../../app/api.ts';
import { toastRefusal, useCommand } from '../../../app/useCommand.ts';
import { showToast } from '../../../ui/toasts.ts';
import { formatCount } from '../../values/formats.ts';
import { ConfirmDialog } from '../../engine/ConfirmDialog.tsx';
import { JOBS_KEY } from './jobCalls.ts';
import { actionLabel, doneText } from './jobWords.ts';

type Asked = { job: Job } | { queue: string; action: QueueAction };

export interface JobActions {
  /** Retries and sends again at once; cancels after a question. */
  act: (job: Job, action: JobAction) => void;
  /** Asks before all jobs of a queue are concerned. */
  actOnAll: (queue: string, action: QueueAction) => void;
  /** The job on which the server works for us. */
  busy: string | null;
  /** The question, while there is one. */
  dialog: ReactNode;
}

/** What administrators do with jobs. `onDone`: after each success on one job. */
export function useJobActions(onDone?: (job: Job) => void): JobActions {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);

  const send = async (path: string): Promise<number> => {
    try {
      return (await api<JobActionAnswer>(`/api/jobs/${path}`, { method: 'POST' })).changed;
    } finally {
      void client.invalidateQueries({ queryKey: [JOBS_KEY] });
    }
  };
  const change = async (job: Job, action: JobAction): Promise<void> => {
    await send(`${job.queue}/${job.id}/${action}`);
    showToast(doneText(action, job.state));
    onDone?.(job);
  };
  const { run, runningWith } = useCommand(change, toastRefusal);
  const changeAll = async (queue: string, action: QueueAction): Promise<void> => {
    const changed = await send(`${queue}/${action}`);
    setAsked(null);
    const [one, many] = action === 'retry' ? ['failed job', 'failed jobs'] : ['dead letter', 'dead letters'];
    const done = action === 'retry' ? 'retried' : 'sent again';
    showToast(
      changed === 0
        ? `There was nothing left to be ${done}.`
        : `${formatCount(changed, one, many)} of ${queue} ${done}.`,
    );
  };

  const act = (job: Job, action: JobAction): void => {
    if (action === 'cancel') setAsked({ job });
    else void run(job, action);
  };
  const close = (): void => setAsked(null);
  return {
    act,
    actOnAll: (queue, action) => setAsked({ queue, action }),
    busy: runningWith?.[0].id ?? null,
    dialog:
      asked === null ? null : 'job' in asked ? (
        <CancelQuestion
          job={asked.job}
          onConfirm={async () => {
            await change(asked.job, 'cancel');
            close();
          }}
          onClose={close}
        />
      ) : (
        <QueueQuestion {...asked} onConfirm={() => changeAll(asked.queue, asked.action)} onClose={close} />
      ),
  };
}

interface QuestionProps {
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

function CancelQuestion({ job, ...rest }: QuestionProps & { job: Job }) {
  const isLetter = job.state === 'dead';
  const label = actionLabel('cancel', job.state);
  return (
    <ConfirmDialog title={isLetter ? 'Discard this dead letter?' : 'Cancel this job?'} confirm={label} {...rest}>
      {isLetter
        ? 'What it was to do stays undone. The failed job itself is kept for a week after its end, and can be retried until then.'
        : job.state === 'running'
          ? 'The run in progress cannot be stopped, but if it fails there is no other one.'
          : 'What it is to do stays undone, until somebody sends it again. That is possible for a week.'}
    </ConfirmDialog>
  );
}

function QueueQuestion({ queue, action, ...rest }: QuestionProps & { queue: string; action: QueueAction }) {
  return action === 'retry' ? (
    <ConfirmDialog title={`Retry all failed jobs of ${queue}?`} confirm="Retry all" tone="primary" {...rest}>
      Each gets one more attempt, at once. Those that were sent again already are left out.
    </ConfirmDialog>
  ) : (
    <ConfirmDialog title={`Send all dead letters of ${queue} again?`} confirm="Send all again" tone="primary" {...rest}>
      Each becomes a new job with all its attempts, which starts at once.
    </ConfirmDialog>
  );
}
