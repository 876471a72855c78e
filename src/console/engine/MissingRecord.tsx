import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { pluralInside, singularInside } from '../../app/resourceNames.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { listPath } from './paths.ts';

interface MissingRecordProps {
  resource: ClientResource;
  /** Whose list is the way onward. Default: the record's own. */
  list?: ClientResource;
}

export function MissingRecord({ resource, list = resource }: MissingRecordProps) {
  return (
    <EmptyState
      icon="circle-question-mark"
      title={`This ${singularInside(resource)} was not found`}
      actions={<ListLink resource={list} />}
    >
      It may have been deleted, or the address may be wrong.
    </EmptyState>
  );
}

export function ListLink({ resource }: { resource: ClientResource }) {
  return <ButtonLink to={listPath(resource)}>All {pluralInside(resource)}</ButtonLink>;
}
