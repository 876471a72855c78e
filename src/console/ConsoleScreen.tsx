import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import { resourcesQuery } from '../app/resourcesQuery.ts';
import { queryClient } from '../app/queryClient.ts';
import { useResource } from '../app/useResources.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Page } from '../ui/Page.tsx';
import { MoveQuestionContext } from './calendar/moveQuestion.ts';
import { ConsoleFrame } from './frame/ConsoleFrame.tsx';
import { pageAt, type ConsolePage } from './engine/paths.ts';
import type { PageParts, ResourcePageProps } from './frame/specialPages.ts';
import { useFreshModel } from './engine/useFreshModel.ts';
import { ListPage } from './list/ListPage.tsx';
import { prefetchList } from './list/prefetchList.ts';
import { SPECIAL_PAGES } from './resources/pages.ts';
import { PageNotLoaded } from '../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const CreatePage = lazyComponent(
  () => import('./form/CreatePage.tsx').then((module) => module.CreatePage),
  PageNotLoaded,
);
const EditPage = lazyComponent(() => import('./form/EditPage.tsx').then((module) => module.EditPage), PageNotLoaded);
const ShowPage = lazyComponent(() => import('./show/ShowPage.tsx').then((module) => module.ShowPage), PageNotLoaded);

const GENERATED_PAGES = { list: ListPage, create: CreatePage, edit: EditPage, show: ShowPage } as const;
const NO_PARTS: PageParts = {};
/** The parts that a page of each kind loads with it. */
const PARTS = {
  list: [],
  create: ['form'],
  edit: ['form', 'frame'],
  show: ['main', 'actions'],
} as const satisfies Record<ConsolePage['kind'], readonly (keyof PageParts)[]>;

/** Loads the page's code, or the rows of a generated list whose address asks for nothing else. */
export async function prepare(name: string): Promise<void> {
  const { pathname, search } = window.location;
  const resource = queryClient.getQueryData(resourcesQuery.queryKey)?.resources.find((one) => one.name === name);
  const page = resource?.can.list ? pageAt(resource, pathname) : null;
  if (!resource || page === null) return;
  const kind = pageKind(resource, page);
  const specials = SPECIAL_PAGES[name] ?? NO_PARTS;
  const Special = SPECIAL_PAGES[name]?.[kind];
  const needed = [Special ?? GENERATED_PAGES[kind], ...PARTS[kind].map((part) => specials[part])];
  await Promise.all(needed.map((part) => part && 'preload' in part && part.preload()));
  if (kind === 'list' && Special === undefined && search === '') await prefetchList(resource);
}

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
        <MoveQuestionContext value={SPECIAL_PAGES[resource.name]?.moveQuestion ?? null}>
          <ResourcePage resource={resource} page={page} />
        </MoveQuestionContext>
      </Suspense>
    </ConsoleFrame>
  );
}

function ResourcePage({ resource, page }: ResourcePageProps) {
  const kind = pageKind(resource, page);
  const Special = SPECIAL_PAGES[resource.name]?.[kind];
  if (Special === undefined) return <GeneratedPage resource={resource} page={page} />;
  const id = 'id' in page ? page.id : '';
  return <Special key={`${resource.name} ${id}`} resource={resource} id={id} page={page} />;
}

/** Where nothing is edited, the address for it is that of the record. */
function pageKind(resource: ClientResource, page: ConsolePage): ConsolePage['kind'] {
  const isReadOnly = !SPECIAL_PAGES[resource.name]?.edit && !resource.can.update;
  return page.kind === 'edit' && isReadOnly ? 'show' : page.kind;
}

function GeneratedPage({ resource, page }: ResourcePageProps) {
  const { search } = useLocation();
  const parts = SPECIAL_PAGES[resource.name] ?? NO_PARTS;
  switch (page.kind) {
    case 'list':
      return <ListPage resource={resource} />;
    case 'create':
      return resource.can.create ? (
        <CreatePage key={`${resource.name} ${search}`} {...parts} resource={resource} />
      ) : (
        <NotPermitted />
      );
    case 'edit':
      return resource.can.update ? (
        <EditPage key={`${resource.name} ${page.id}`} {...parts} resource={resource} id={page.id} />
      ) : (
        <ShowPage key={`${resource.name} ${page.id}`} {...parts} resource={resource} id={page.id} />
      );
    case 'show':
      return <ShowPage key={`${resource.name} ${page.id}`} {...parts} resource={resource} id={page.id} />;
  }
}

function NotPermitted() {
  return (
    <Page title="No access">
      <ErrorState title="You do not have access to these records">Ask an administrator for access.</ErrorState>
    </Page>
  );
}
