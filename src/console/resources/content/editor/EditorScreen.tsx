import { useParams } from 'react-router-dom';
import { readCall } from '../../../../app/callApi.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { OpenEditor } from '../../../editing/OpenEditor.tsx';
import { ContentFrame } from '../ContentFrame.tsx';
import { PageEditor } from './PageEditor.tsx';

const BACK = { to: '/content/manage', label: 'Pages' };

/** /content/managecards/{title}: a page by its name, title or id. */
export function Screen() {
  const page = useParams()['title'] ?? '';
  return (
    <ContentFrame>
      <OpenEditor
        queryKey={['content', 'edited', page]}
        open={async () => {
          const [opened, types] = await Promise.all([
            readCall('GET /api/content/pages/:page/editor', { params: { page } }),
            readCall('GET /api/content/cardTypes'),
          ]);
          return { opened, types };
        }}
        back={BACK}
        noun="page"
        missing={<NoSuchPage page={page} />}
      >
        {({ opened, types }) => <PageEditor key={opened.page.id} opened={opened} types={types} back={BACK} />}
      </OpenEditor>
    </ContentFrame>
  );
}

function NoSuchPage({ page }: { page: string }) {
  return (
    <EmptyState
      icon="file-text"
      title={`There is no page “${page}”`}
      actions={
        <>
          <ButtonLink variant="primary" to="/content/manage/new">
            New page
          </ButtonLink>
          <ButtonLink to="/content/manage">All pages</ButtonLink>
        </>
      }
    >
      It may have been renamed or deleted. You can restore deleted pages from the list.
    </EmptyState>
  );
}
