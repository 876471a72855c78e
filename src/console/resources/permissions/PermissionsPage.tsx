import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { listPath } from '../../engine/paths.ts';
import type { ResourcePageProps } from '../../frame/specialPages.ts';
import { ListPage } from '../../list/ListPage.tsx';
import { PermissionsOverview } from './PermissionsOverview.tsx';

/** An overview by resource and role, or, with a filter, the list of rules. */
export function PermissionsPage({ resource }: ResourcePageProps) {
  const { search } = useLocation();
  if (search === '') return <PermissionsOverview resource={resource} />;
  return (
    <ListPage
      resource={resource}
      actions={
        <ButtonLink icon="layout-grid" to={listPath(resource)}>
          Overview
        </ButtonLink>
      }
    />
  );
}
