import type { ClientResource } from '../../../domain/model.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { pluralInside, singularInside } from './consoleContext.ts';
import { listPath } from './paths.ts';

/** The record is not there (or not for this person: both are told alike), or could not be read. */
export function RecordMissing({ resource, error, onRetry }: { resource: ClientResource; error: unknown; onRetry: () => void }) {
  const status = (error as { status?: unknown }).status;
  const back = <ButtonLink to={listPath(resource)}>All {pluralInside(resource)}</ButtonLink>;
  if (status === 404 || status === 400) {
    return (
      <EmptyState icon="circle-question-mark" title={`This ${singularInside(resource)} is not there`} actions={back}>
        It may have been deleted, or the address may be wrong.
      </EmptyState>
    );
  }
  return <ErrorState onRetry={onRetry} actions={back}>{error instanceof Error ? error.message : null}</ErrorState>;
}
