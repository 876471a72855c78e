import { Suspense } from 'react';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import type { ClientAction } from '../../../../domain/declarations/actions.ts';
import { ActionBar } from '../../../actions/ActionBar.tsx';
import { startedAction } from '../../../actions/startedAction.ts';
import { useResource } from '../../../app/useResources.ts';
import { Loading } from '../../../ui/Loading.tsx';

interface RequestActionsProps {
  detail: SubmissionDetail;
  isSecondary: boolean;
}

/** What the viewer can do with the request: the likeliest as buttons, the rest in a menu. */
export function RequestActions({ detail, isSecondary }: RequestActionsProps) {
  return (
    <Suspense fallback={detail.actions.length > 0 && <Loading lines={1} lineHeight={40} />}>
      <Available
        detail={detail}
        isShown={({ placement }) => placement.includes('page')}
        look={{ block: true, most: isSecondary ? 1 : 2, hasPrimary: !isSecondary }}
      />
    </Suspense>
  );
}

/** Opens the dialog that assigns the request. */
export function AssignButton({ detail }: { detail: SubmissionDetail }) {
  return (
    <Suspense>
      <Available detail={detail} isShown={({ name }) => name === 'assign'} look={{ size: 'small' }} />
    </Suspense>
  );
}

interface AvailableProps {
  detail: SubmissionDetail;
  isShown: (action: ClientAction) => boolean;
  look: { size?: 'small'; block?: boolean; most?: number; hasPrimary?: boolean };
}

function Available({ detail, isShown, look }: AvailableProps) {
  const resource = useResource('submissions');
  const { id, status, costCents } = detail;
  if (!resource) return null;
  const available = resource.actions
    .filter((action) => detail.actions.includes(action.name) && isShown(action))
    .map((action) => startedAction(action, [id], [{ id, status, costCents }]));
  return <ActionBar {...look} resource={resource} available={available} />;
}
