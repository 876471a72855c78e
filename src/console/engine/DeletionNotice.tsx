import { createContext, Suspense, use, type ReactNode } from 'react';

type Ids = readonly (string | number)[];

/** Content that a resource's own pages add to the deletion dialog: where else the records are used. */
export type DrawDeletionNotice = (ids: Ids) => ReactNode;

export const DeletionNoticeContext = createContext<DrawDeletionNotice | null>(null);

export function DeletionNotice({ ids }: { ids: Ids }) {
  const draw = use(DeletionNoticeContext);
  return draw && <Suspense fallback={null}>{draw(ids)}</Suspense>;
}
