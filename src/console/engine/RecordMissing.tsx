import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { pluralInside, singularInside, singularOf } from './consoleContext.ts';
import { listPath } from './paths.ts';
import { RecordFrame } from './RecordFrame.tsx';

/** The record is not there (or not for this person: both are told alike), or could not be read. */
export function RecordMissing({
  resource,
  error,
  onRetry,
}: {
  resource: ClientResource;
  error: unknown;
  onRetry: () => void;
}) {
  const status = (error as { status?: unknown }).status;
  const back = <ButtonLink to={listPath(resource)}>All {pluralInside(resource)}</ButtonLink>;
  return (
    <RecordFrame resource={resource} title={singularOf(resource)}>
      {status === 404 || status === 400 ? (
        <EmptyState icon="circle-question-mark" title={`This ${singularInside(resource)} is not there`} actions={back}>
          It may have been deleted, or the address may be wrong.
        </EmptyState>
      ) : (
        <ErrorState onRetry={onRetry} actions={back}>
          {error instanceof Error ? error.message : null}
        </ErrorState>
      )}
    </RecordFrame>
  );
}

export function RecordLoading({ resource }: { resource: ClientResource }) {
  return (
    <RecordFrame resource={resource} title={singularOf(resource)}>
      <Loading label="Loading the record" lines={8} lineHeight={40} />
    </RecordFrame>
  );
}
