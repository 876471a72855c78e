import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { MEGA_MENU_DEFAULT_VIEW, MEGA_MENU_FILTER_FROM } from '../../../../domain/values/constants.ts';
import { MEGA_MENU_VIEWS, type MegaMenuView } from './megaMenuPlaces.ts';
import { classNames } from '../../../ui/classNames.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SegmentedChoice } from '../../../ui/SegmentedChoice.tsx';
import { TextInput } from '../../../ui/TextField.tsx';
import { persist, readPersisted } from '../../persisted.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { MegaMenuLinks } from './MegaMenuLinks.tsx';
import { useMegaMenu } from './useMegaMenu.ts';
import styles from './MegaMenuPanel.module.css';
import { QueryView } from '../../QueryView.tsx';

const STORE = 'megaMenu';

export interface MegaMenuPanelProps {
  id: string;
  close: (returnFocus: boolean) => void;
}

export function MegaMenuPanel({ id, close }: MegaMenuPanelProps) {
  const isPhone = useMedia('below-medium');
  const menu = useMegaMenu();
  const [view, setView] = useState(storedView);
  const [search, setSearch] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useOpened(dialog, isPhone, menu.data === undefined && menu.error === null);
  const choose = (chosen: MegaMenuView) => {
    setView(chosen);
    persist(STORE, { view: chosen });
  };
  const hasFilter = (menu.data?.length ?? 0) >= MEGA_MENU_FILTER_FROM;
  return (
    <dialog
      ref={dialog}
      id={id}
      className={classNames(styles.panel, isPhone && styles.sheet)}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        close(true);
      }}
      onPointerDown={(event) => event.target === dialog.current && close(false)}
      onKeyDown={moveBetweenLinks}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={`${id}-title`} className={styles.title} tabIndex={-1}>
            Menu
          </h2>
          {isPhone && (
            <IconButton icon="x" label="Close the menu" onClick={() => close(true)} className={styles.close ?? ''} />
          )}
          <SegmentedChoice label="Sort links" choices={VIEWS} value={view} onChange={choose} className={styles.views} />
          {hasFilter && (
            <TextInput
              type="search"
              className={styles.filter ?? ''}
              aria-label="Filter the links"
              placeholder="Filter"
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </div>
        <div className={styles.body}>
          <QueryView query={menu} what="the links" lines={5} lineHeight={28} hasNotice={false}>
            {(items) => (
              <MegaMenuLinks
                items={items}
                view={view}
                search={hasFilter ? search : ''}
                onClearSearch={() => setSearch('')}
                onChosen={(isPage) => (isPhone || isPage) && close(false)}
              />
            )}
          </QueryView>
        </div>
      </div>
    </dialog>
  );
}

const VIEWS = MEGA_MENU_VIEWS.map((value) => ({ value, label: value }));

function storedView(): MegaMenuView {
  const stored = readPersisted(STORE);
  const view = typeof stored === 'object' && stored !== null && 'view' in stored ? stored.view : null;
  return MEGA_MENU_VIEWS.find((one) => one === view) ?? MEGA_MENU_DEFAULT_VIEW;
}

/** Opens the dialog and focuses its title, then the filter, except on phones, where that would open the on-screen keyboard. */
function useOpened(dialog: { readonly current: HTMLDialogElement | null }, isPhone: boolean, isLoading: boolean): void {
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (isPhone) element.showModal();
    else element.show();
    element.querySelector('h2')?.focus({ preventScroll: true });
    return () => element.close();
  }, [dialog, isPhone]);
  useEffect(() => {
    const element = dialog.current;
    // The filter appears once the links have loaded; focus moved elsewhere meanwhile is left alone.
    if (isPhone || isLoading || element === null || document.activeElement !== element.querySelector('h2')) return;
    [...element.querySelectorAll<HTMLElement>('input[type=search], input:checked')]
      .at(-1)
      ?.focus({ preventScroll: true });
  }, [dialog, isPhone, isLoading]);
}

/** Arrow keys move between the links and the filter; Home and End move to the ends. */
function moveBetweenLinks(event: KeyboardEvent<HTMLElement>): void {
  const filter = event.currentTarget.querySelector<HTMLElement>('input[type=search]');
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const index = links.findIndex((link) => link === document.activeElement);
  if (index === -1 && (document.activeElement !== filter || event.key !== 'ArrowDown')) return;
  const to = { ArrowDown: links[index + 1], ArrowUp: links[index - 1] ?? filter, Home: links[0], End: links.at(-1) }[
    event.key
  ];
  if (to === undefined && !event.key.startsWith('Arrow')) return;
  event.preventDefault();
  to?.focus();
}
