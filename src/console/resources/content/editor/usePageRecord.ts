import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  PageContent,
  PageEditor as OpenedPage,
  PageVersionInfo,
} from '../../../../../domain/calls/page-editor.ts';
import { readCall } from '../../../../app/callApi.ts';
import { refreshResource } from '../../../../app/refreshResource.ts';

/** The page's state on the server. */
export interface PageState {
  /** The published content, or that of the new page. */
  live: PageContent;
  isPublished: boolean;
  hasDraft: boolean;
  publishAt: string | null;
  versions: readonly PageVersionInfo[];
}

/** The page on the server, as it was opened or changed last. */
export function usePageRecord(opened: OpenedPage) {
  const { id } = opened.page;
  const client = useQueryClient();
  const [state, setState] = useState(() => stateOfPage(opened));
  // The saver keeps the first `save` it is given, which reads the current value from here.
  const publishAt = useRef(state.publishAt);
  useEffect(() => {
    publishAt.current = state.publishAt;
  }, [state.publishAt]);
  const open = (fresh: OpenedPage) => {
    setState(stateOfPage(fresh));
    void refreshResource(client, 'pages');
  };
  const set = (change: Partial<PageState>) => setState((before) => ({ ...before, ...change }));
  const read = () => readCall('GET /api/content/pages/:page/editor', { params: { page: String(id) } });
  return {
    id,
    state,
    publishAt,
    set,
    open,
    reload: async (): Promise<OpenedPage> => {
      const fresh = await read();
      open(fresh);
      return fresh;
    },
    reloadVersions: () =>
      void read().then(
        ({ versions }) => set({ versions }),
        // The next publication or kept draft reloads them.
        () => undefined,
      ),
  };
}

export type PageRecord = ReturnType<typeof usePageRecord>;

function stateOfPage({ page, live, draft, versions }: OpenedPage): PageState {
  return {
    live,
    isPublished: page.published,
    hasDraft: draft !== null,
    publishAt: draft?.publishAt ?? null,
    versions,
  };
}
