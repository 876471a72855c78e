import { actionsOf, type Job } from '../../../../domain/operations/jobs.ts';
import { Button } from '../../../ui/Button.tsx';
import { ACTION_ICONS, actionLabel } from './jobWords.ts';
import type { JobActions } from './useJobActions.tsx';

interface JobButtonsProps {
  job: Job;
  actions: JobActions;
  size?: 'small' | 'medium';
}

/** What can be done with the job as it stands. */
export function JobButtons({ job, actions: { act, busy }, size = 'medium' }: JobButtonsProps) {
  return actionsOf(job).map((action) => (
    <Button
      key={action}
      size={size}
      icon={ACTION_ICONS[action]}
      busy={busy === job.id}
      aria-label={
        size === 'small' ? `${actionLabel(action, job.state)}: ${job.queue} ${job.id.slice(0, 8)}` : undefined
      }
      onClick={() => act(job, action)}
    >
      {actionLabel(action, job.state)}
    </Button>
  ));
}
