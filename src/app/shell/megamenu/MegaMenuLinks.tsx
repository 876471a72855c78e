import { formatNumber } from '../../../../domain/values/formats.ts';
import type { MegaMenuItem } from '../../../../domain/calls/content.ts';
import { isPageHref } from '../../../../domain/values/links.ts';
import { megaMenuGroups, type MegaMenuView } from './megaMenuPlaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SiteLink } from '../../routing/SiteLink.tsx';
import { trackPageView } from '../../tracking/trackPageView.ts';
import styles from './MegaMenuPanel.module.css';

export interface MegaMenuLinksProps {
  items: readonly MegaMenuItem[];
  view: MegaMenuView;
  search: string;
  onClearSearch: () => void;
  onChosen: (isPage: boolean) => void;
}

export function MegaMenuLinks({ items, view, search, onClearSearch, onChosen }: MegaMenuLinksProps) {
  const groups = megaMenuGroups(items, view, search);
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);
  return (
    <>
      <p role="status" className="visually-hidden">
        {search.trim() === '' ? '' : `${count} ${count === 1 ? 'link' : 'links'}`}
      </p>
      {count === 0 && <NoLinks search={search} view={view} onClearSearch={onClearSearch} />}
      <div className={view === 'Category' ? styles.groups : undefined}>
        {groups.map(({ heading, items: links }) => (
          <section key={heading}>
            {heading !== null && <h3 className={styles.heading}>{heading}</h3>}
            <ul className={view === 'Category' ? undefined : styles.columns}>
              {links.map((item, index) => (
                <li key={index}>
                  <MegaMenuLink item={item} showsViews={view === 'Popularity'} onChosen={onChosen} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

interface MegaMenuLinkProps {
  item: MegaMenuItem;
  showsViews: boolean;
  onChosen: (isPage: boolean) => void;
}

function MegaMenuLink({ item: { title, url, category, views }, showsViews, onChosen }: MegaMenuLinkProps) {
  const isPage = isPageHref(url);
  const choose = () => {
    // Pages of this site are tracked when they are shown.
    if (!isPage) trackPageView({ pageName: title, path: url, category });
    onChosen(isPage);
  };
  return (
    <SiteLink to={url} className={styles.link} onClick={choose} onAuxClick={({ button }) => button === 1 && choose()}>
      <span className={styles.name}>{title}</span>
      {!isPage && <Icon name="external-link" size={14} />}
      {showsViews && views > 0 && (
        <span className={styles.count}>
          {formatNumber(views)}
          <span className="visually-hidden"> views</span>
        </span>
      )}
    </SiteLink>
  );
}

function NoLinks({ search, view, onClearSearch }: { search: string; view: MegaMenuView; onClearSearch: () => void }) {
  if (search.trim() !== '') {
    return (
      <EmptyState
        icon="search"
        title={`No link matches “${search.trim()}”`}
        headingLevel={3}
        actions={<Button onClick={onClearSearch}>Clear the filter</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon="link"
      title={view === 'Category' ? 'No links have a category' : 'There are no links yet'}
      headingLevel={3}
    >
      {view === 'Category' ? 'Choose another view to see all links.' : 'The most visited links will appear here.'}
    </EmptyState>
  );
}
