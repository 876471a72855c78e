import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { listPath } from '../../engine/paths.ts';
import type { ResourcePageProps } from '../../engine/specialPages.ts';
import { CreatePage } from '../../form/CreatePage.tsx';
import { EditPage } from '../../form/EditPage.tsx';
import { ListPage } from '../../list/ListPage.tsx';
import { ShowPage } from '../../show/ShowPage.tsx';
import { PermissionsOverview } from './PermissionsOverview.tsx';
import { RuleForm } from './RuleForm.tsx';

/** Permissions: an overview by resource and role, the list of rules, and a form that needs no code. */
export function PermissionsPage({ resource, page }: ResourcePageProps) {
  const { search } = useLocation();
  switch (page.kind) {
    case 'create':
      return <CreatePage key={search} resource={resource} form={RuleForm} />;
    case 'edit':
      return resource.can.update ? (
        <EditPage key={page.id} resource={resource} id={page.id} form={RuleForm} />
      ) : (
        <ShowPage key={page.id} resource={resource} id={page.id} />
      );
    case 'show':
      return <ShowPage key={page.id} resource={resource} id={page.id} />;
    case 'list':
      return search === '' ? (
        <PermissionsOverview resource={resource} />
      ) : (
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
}
