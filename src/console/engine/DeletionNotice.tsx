import { createContext, use, type ReactNode } from 'react';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';

type Ids = readonly (string | number)[];

/** Content that a resource's own pages add to the deletion dialog: where else the records are used. */
export type DrawDeletionNotice = (ids: Ids) => ReactNode;

export const DeletionNoticeContext = createContext<DrawDeletionNotice | null>(null);

export function DeletionNotice({ ids }: { ids: Ids }) {
  const draw = use(DeletionNoticeContext);
  return draw && <CodeBoundary>{draw(ids)}</CodeBoundary>;
}
