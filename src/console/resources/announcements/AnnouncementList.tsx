import { useResources } from '../../../app/useResources.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import type { SpecialPageProps } from '../../engine/specialPages.ts';
import { ListPage } from '../../list/ListPage.tsx';
import { leadsToPeople } from './announcements.ts';

/** /admin/announcements: what was written, and for those who may write the way to the lists that have people. */
export function AnnouncementList({ resource }: SpecialPageProps) {
  const canWrite = useResources().some(leadsToPeople);
  return (
    <ListPage
      resource={resource}
      mainAction={
        canWrite && (
          <ButtonLink variant="primary" icon="plus" to="/admin/announcements/create">
            New announcement
          </ButtonLink>
        )
      }
    />
  );
}
