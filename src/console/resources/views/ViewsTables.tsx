import { useState } from 'react';
import type { ViewsReport } from '../../../../domain/content.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Table } from '../../../ui/Table.tsx';
import { TextInput } from '../../../ui/TextField.tsx';
import { formatCount, formatNumber } from '../../values/formats.ts';
import { ExportButton } from '../../reports/ExportButton.tsx';
import { NarrowingName } from '../../reports/NarrowingName.tsx';
import { downloadCsv } from '../../../ui/csvText.ts';
import { nextSorting, formatShare, sorted, type Sorting } from '../../reports/figures.ts';
import styles from './views.module.css';

type PageRow = ViewsReport['pages'][number];
type CategoryRow = ViewsReport['categories'][number];

const BY_VIEWS: Sorting = { key: 'views', order: 'DESC' };
const SHOWN_PAGES = 25;

/** The views by category and by page; selecting a category filters the pages. */
export function ViewsTables({ report }: { report: ViewsReport }) {
  const [category, setCategory] = useState<string | null>(null);
  return (
    <div className={styles.tables}>
      <CategoriesCard report={report} chosen={category} onChoose={setCategory} />
      <PagesCard report={report} category={category} onClear={() => setCategory(null)} />
    </div>
  );
}

interface CategoriesCardProps {
  report: ViewsReport;
  chosen: string | null;
  onChoose: (category: string | null) => void;
}

function CategoriesCard({ report, chosen, onChoose }: CategoriesCardProps) {
  const [sorting, setSorting] = useState(BY_VIEWS);
  const rows = sorted<CategoryRow, 'category' | 'views'>(
    report.categories,
    sorting.key === 'category' ? 'category' : 'views',
    sorting.order,
  );
  return (
    <Card
      title="By category"
      flush
      actions={
        <ExportButton
          what="categories"
          onExport={() =>
            downloadCsv('views-by-category.csv', [
              ['Category', 'Views'],
              ...rows.map((row) => [row.category, row.views]),
            ])
          }
        />
      }
    >
      <Table
        caption="Views by category"
        rows={rows}
        rowKey={(row) => row.category}
        sort={sorting}
        onSort={(key) => setSorting(nextSorting(sorting, key))}
        columns={[
          {
            key: 'category',
            header: 'Category',
            sortable: true,
            cell: (row) => (
              <NarrowingName
                name={row.category}
                isChosen={row.category === chosen}
                title="Show only its pages"
                onToggle={() => onChoose(row.category === chosen ? null : row.category)}
              />
            ),
          },
          { key: 'views', header: 'Views', align: 'end', sortable: true, cell: (row) => formatNumber(row.views) },
          {
            key: 'share',
            header: 'Share',
            align: 'end',
            cell: (row) => <Share views={row.views} total={report.total} />,
          },
        ]}
      />
    </Card>
  );
}

function PagesCard({
  report,
  category,
  onClear,
}: {
  report: ViewsReport;
  category: string | null;
  onClear: () => void;
}) {
  const [sorting, setSorting] = useState(BY_VIEWS);
  const [typed, setTyped] = useState('');
  const [isWhole, setIsWhole] = useState(false);
  const words = typed.trim().toLowerCase();
  const found = report.pages.filter(
    (page) =>
      (category === null || page.category === category) &&
      `${page.pageName} ${page.path}`.toLowerCase().includes(words),
  );
  const key = (['pageName', 'path', 'category', 'views'] as const).find((name) => name === sorting.key) ?? 'views';
  const rows = sorted<PageRow, typeof key>(found, key, sorting.order);
  const clear = () => {
    setTyped('');
    onClear();
  };
  return (
    <Card
      title="By page"
      flush
      actions={
        <ExportButton
          what="pages"
          onExport={() =>
            downloadCsv('views-by-page.csv', [
              ['Page', 'Address', 'Category', 'Views'],
              ...rows.map((row) => [row.pageName, row.path, row.category, row.views]),
            ])
          }
        />
      }
    >
      <div className={styles.find}>
        <TextInput
          type="search"
          aria-label="Find a page"
          placeholder="Find a page"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {category !== null && (
          <Chip onRemove={onClear} removeLabel={`Show the pages of all categories, not only ${category}`}>
            {category}
          </Chip>
        )}
        <span className={styles.quiet} role="status">
          {formatCount(rows.length, 'page', 'pages')}
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon="search"
          headingLevel={3}
          title="No page matches"
          actions={<Button onClick={clear}>Show all pages</Button>}
        />
      ) : (
        <Table
          caption="Views by page"
          rows={isWhole ? rows : rows.slice(0, SHOWN_PAGES)}
          rowKey={(row) => `${row.path} ${row.pageName} ${row.category}`}
          sort={sorting}
          onSort={(next) => setSorting(nextSorting(sorting, next))}
          columns={[
            { key: 'pageName', header: 'Page', sortable: true, cell: (row) => <PageName row={row} /> },
            { key: 'category', header: 'Category', sortable: true, minor: true, cell: (row) => row.category },
            { key: 'views', header: 'Views', align: 'end', sortable: true, cell: (row) => formatNumber(row.views) },
            {
              key: 'share',
              header: 'Share',
              align: 'end',
              cell: (row) => <Share views={row.views} total={report.total} />,
            },
          ]}
        />
      )}
      {rows.length > SHOWN_PAGES && !isWhole && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setIsWhole(true)}>
            Show all {formatNumber(rows.length)} pages
          </Button>
        </div>
      )}
    </Card>
  );
}

function PageName({ row }: { row: PageRow }) {
  return (
    <span className={styles.page}>
      <a className={styles.pageLink} href={row.path} target="_blank" rel="noopener noreferrer">
        {row.pageName}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <span className={styles.path}>{row.path}</span>
    </span>
  );
}

/** Decorative: the figure next to it has the same information. */
function Share({ views, total }: { views: number; total: number }) {
  return (
    <span className={styles.share}>
      <span className={styles.meter} aria-hidden="true">
        <span style={{ width: `${total === 0 ? 0 : (views / total) * 100}%` }} />
      </span>
      <span className={styles.percent}>{formatShare(views, total)}</span>
    </span>
  );
}
