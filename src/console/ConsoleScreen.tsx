import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import type { ClientResource } from '../../domain/model.ts';
import { useResource } from '../app/useResources.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Page } from '../ui/Page.tsx';
import { ConsoleFrame } from './engine/ConsoleFrame.tsx';
import { pageAt, type ConsolePage } from './engine/paths.ts';
import { useFreshModel } from './engine/useFreshModel.ts';
import type { RecordPageProps } from './form/EditPage.tsx';
import { ListPage } from './list/ListPage.tsx';

const CreatePage = lazy(() => import('./form/CreatePage.tsx').then((module) => ({ default: module.CreatePage })));
const EditPage = lazy(() => import('./form/EditPage.tsx').then((module) => ({ default: module.EditPage })));
const ShowPage = lazy(() => import('./show/ShowPage.tsx').then((module) => ({ default: module.ShowPage })));
const KindPage = lazy(() =>
  import('./resources/events/EventPages.tsx').then((module) => ({ default: module.KindPage })),
);
const ReportPage = lazy(() =>
  import('./resources/events/EventPages.tsx').then((module) => ({ default: module.ReportPage })),
);
const SiteSettingsPage = lazy(() =>
  import('./resources/site/SiteSettingsPage.tsx').then((module) => ({ default: module.SiteSettingsPage })),
);
const ImagesPage = lazy(() =>
  import('./resources/images/ImagesPage.tsx').then((module) => ({ default: module.ImagesPage })),
);
const ImagePage = lazy(() =>
  import('./resources/images/ImagePage.tsx').then((module) => ({ default: module.ImagePage })),
);
const ImageEditPage = lazy(() =>
  import('./resources/images/ImageEditPage.tsx').then((module) => ({ default: module.ImageEditPage })),
);
const CardAddress = lazy(() =>
  import('./resources/content/CardAddress.tsx').then((module) => ({ default: module.CardAddress })),
);
const NewCardAddress = lazy(() =>
  import('./resources/content/CardAddress.tsx').then((module) => ({ default: module.NewCardAddress })),
);
const PermissionsPage = lazy(() =>
  import('./resources/permissions/PermissionsPage.tsx').then((module) => ({ default: module.PermissionsPage })),
);

export interface ResourcePageProps {
  resource: ClientResource;
  page: ConsolePage;
}

/** The pages of one resource, at the paths that its configuration names. */
export function Screen({ resource: name }: { resource: string }) {
  const { pathname } = useLocation();
  useFreshModel(pathname);
  const resource = useResource(name);
  if (!resource?.can.list) return <NotPermitted />;
  const page = pageAt(resource, pathname) ?? { kind: 'list' as const };
  return (
    <ConsoleFrame resource={resource}>
      <Suspense
        fallback={
          <Page title="">
            <Loading lines={9} lineHeight={28} />
          </Page>
        }
      >
        <ResourcePage resource={resource} page={page} />
      </Suspense>
    </ConsoleFrame>
  );
}

/** Pages that are more than their declaration are named here; all others are generated. */
const SPECIAL_PAGES: Readonly<Record<string, Partial<Record<ConsolePage['kind'], ComponentType<RecordPageProps>>>>> = {
  cards: { edit: CardAddress, create: NewCardAddress },
  eventKinds: { show: KindPage },
  eventLog: { show: ReportPage },
  siteSettings: { list: SiteSettingsPage, edit: SiteSettingsPage },
  images: { list: ImagesPage, show: ImagePage, edit: ImageEditPage },
};

function ResourcePage({ resource, page }: ResourcePageProps) {
  if (resource.name === 'permissions') return <PermissionsPage resource={resource} page={page} />;
  const Special = SPECIAL_PAGES[resource.name]?.[page.kind];
  if (Special === undefined) return <GeneratedPage resource={resource} page={page} />;
  const id = 'id' in page ? page.id : '';
  return <Special key={`${resource.name} ${id}`} resource={resource} id={id} />;
}

function GeneratedPage({ resource, page }: ResourcePageProps) {
  switch (page.kind) {
    case 'list':
      return <ListPage resource={resource} />;
    case 'create':
      return resource.can.create ? <CreatePage key={resource.name} resource={resource} /> : <NotPermitted />;
    case 'edit':
      return resource.can.update ? (
        <EditPage key={`${resource.name} ${page.id}`} resource={resource} id={page.id} />
      ) : (
        <ShowPage key={`${resource.name} ${page.id}`} resource={resource} id={page.id} />
      );
    case 'show':
      return <ShowPage key={`${resource.name} ${page.id}`} resource={resource} id={page.id} />;
  }
}

function NotPermitted() {
  return (
    <Page title="Not open to you">
      <ErrorState title="Your account may not see or change these records">
        Ask an administrator if you need to.
      </ErrorState>
    </Page>
  );
}
