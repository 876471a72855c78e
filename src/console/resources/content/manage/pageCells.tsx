import { formatNumber } from '../../../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import { pageAddress } from '../../../../../domain/content/content.ts';
import type { PageListEntry } from '../../../../../domain/calls/page-editor.ts';
import { useConsole } from '../../../engine/consoleContext.ts';
import { listPath } from '../../../engine/paths.ts';
import type { ListSlots } from '../../../list/listSlots.ts';
import { PageStateChip } from '../PageStateChip.tsx';
import { entryOf } from './pageList.ts';

/** Custom cells of the list of pages. */
export const pageCells: NonNullable<ListSlots['cells']> = {
  state: (row) => {
    const { published, ...page } = entryOf(row);
    return <PageStateChip isPublished={published} {...page} />;
  },
  name: (row) => pageAddress(entryOf(row).name),
  views: (row) => <Views page={entryOf(row)} />,
};

/** The number of views, linked to the report for those who may read it. */
function Views({ page: { name, title, views } }: { page: PageListEntry }) {
  const days = useConsole().resourceNamed('pageViews');
  if (views === 0 || !days?.can.list) return formatNumber(views);
  const filter = JSON.stringify({ path: pageAddress(name) });
  return (
    <Link
      to={`${listPath(days)}?filter=${encodeURIComponent(filter)}`}
      aria-label={`${formatNumber(views)} views of ${title}, day by day`}
    >
      {formatNumber(views)}
    </Link>
  );
}
