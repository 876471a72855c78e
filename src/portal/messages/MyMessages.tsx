import { useCallback, useEffect, useRef, useState } from 'react';
import type { Box, Mark } from '../../../domain/messages/threads.ts';
import type { ThreadSummary } from '../../../domain/calls/messages.ts';
import { useStore } from '../../app/createStore.ts';
import { unreadStore } from '../../app/session/unreadMessages.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { CorrectedNote } from '../../ui/CorrectedNote.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { AddressFails } from './AddressFails.tsx';
import { useBoxState, type BoxState } from './boxState.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { ThreadPane } from './ThreadPane.tsx';
import { ThreadRow } from './ThreadRow.tsx';
import { useMarks } from './useMarks.ts';
import { useThreads } from './useThreads.ts';
import styles from './MyMessages.module.css';
import lists from './ThreadList.module.css';

const BOX_TABS: readonly { key: Box; label: string }[] = [
  { key: 'all', label: 'All' },
  { key: 'unread', label: 'Unread' },
  { key: 'archived', label: 'Archived' },
];

/** The current user's messages: threads beside the opened one; on a narrow screen one at a time. The address holds which. */
export function Screen() {
  const { state, set, to } = useBoxState();
  const { box, q, thread: opened } = state;
  const { query, addressFails, corrected, more } = useThreads(state);
  const threads = query.data;
  const marks = useMarks();
  const place = useFocusThatFollows(opened);
  const selection = useSelection(`${box} ${q}`);
  const known = threads?.find(({ key }) => key === opened);
  const isEmpty = threads?.length === 0;
  const waiting = useStore(unreadStore);
  const canReadAll = box !== 'archived' && q === '' && (waiting > 0 || threads?.some(({ unread }) => unread > 0));

  const mark = async (keys: readonly string[], made: Mark) => {
    if (!(await marks.mark(keys, made))) return;
    selection.clear();
    // What is put aside, or is to be read later, is not open.
    if (opened !== null && made !== 'read' && keys.includes(opened)) set({ thread: null });
  };
  return (
    <Page title="My messages" actions={<SettingsLink isReading={opened !== null} />}>
      {addressFails && (
        <div className={styles.notice}>
          <AddressFails isAtMessages />
        </div>
      )}
      <div
        ref={place}
        className={classNames(styles.columns, opened !== null ? styles.isReading : isEmpty && styles.isEmpty)}
      >
        <section className={styles.list} aria-label="Conversations">
          <TabLinks
            label="Box"
            tabs={BOX_TABS.map((tab) => ({ ...tab, to: to(null, tab.key) }))}
            selected={box}
            className={styles.boxes}
          />
          <div className={styles.filters} role="search" aria-label="Find messages">
            <SearchBox label="Search messages" text={q} onSearch={(text) => set({ q: text })} />
          </div>
          <CorrectedNote text={corrected} />
          <QueryView
            query={query}
            what="your messages"
            lines={6}
            lineHeight={72}
            empty={<NoThreads state={state} onClear={() => set({ q: '' })} />}
          >
            {(shown) => (
              <Threads
                threads={shown}
                {...{ more, opened, selection, to }}
                onMark={(keys, made) => void mark(keys, made)}
                onReadAll={canReadAll ? () => void marks.all() : undefined}
              />
            )}
          </QueryView>
        </section>
        {opened === null && !isEmpty && <NothingOpen />}
        {opened !== null && (
          <ThreadPane
            key={opened}
            threadKey={opened}
            title={known?.title}
            back={to(null)}
            onRead={(key) => void marks.read(key)}
            onMark={(key, made) => void mark([key], made)}
          />
        )}
      </div>
    </Page>
  );
}

function SettingsLink({ isReading }: { isReading: boolean }) {
  return (
    <ButtonLink
      to="/myAccount/communicationSettings"
      icon="settings"
      {...(isReading ? { className: styles.besideList } : {})}
    >
      Communication settings
    </ButtonLink>
  );
}

function NothingOpen() {
  return (
    <div className={styles.nothing}>
      <EmptyState icon="message-square" title="No conversation is open">
        Choose one to read it here.
      </EmptyState>
    </div>
  );
}

interface ThreadsProps {
  threads: readonly ThreadSummary[];
  more: ReturnType<typeof useThreads>['more'];
  opened: string | null;
  selection: ReturnType<typeof useSelection>;
  to: ReturnType<typeof useBoxState>['to'];
  onMark: (keys: readonly string[], made: Mark) => void;
  onReadAll: (() => void) | undefined;
}

function Threads({ threads, more, opened, selection, to, onMark, onReadAll }: ThreadsProps) {
  return (
    <div className={lists.card}>
      <SelectionBar
        threads={threads}
        hasMore={more !== false}
        selected={threads.filter(({ key }) => selection.keys.has(key))}
        onSelectAll={(isSelected) => selection.set(isSelected ? threads.map(({ key }) => key) : [])}
        onMark={onMark}
        onReadAll={onReadAll}
      />
      <ul className={lists.rows}>
        {threads.map((thread) => (
          <ThreadRow
            key={thread.key}
            thread={thread}
            to={to(thread.key)}
            isOpen={thread.key === opened}
            isSelected={selection.keys.has(thread.key)}
            onSelect={(isSelected) => selection.toggle(thread.key, isSelected)}
          />
        ))}
      </ul>
      {more && (
        <div className={lists.more}>
          {more.failure !== null && <p role="alert">More could not be loaded. {more.failure.message}</p>}
          <Button busy={more.isLoading} onClick={more.load}>
            {more.isLoading ? 'Loading more' : 'Show more'}
          </Button>
        </div>
      )}
    </div>
  );
}

const NONE: Readonly<Record<Box, readonly [title: string, words: string]>> = {
  all: ['No messages yet', 'Updates on your requests, questions from staff and announcements appear here.'],
  unread: ['Nothing is unread', 'You have read everything.'],
  archived: ['Nothing is archived', 'Archived messages stay here, out of the way.'],
};

function NoThreads({ state: { box, q }, onClear }: { state: BoxState; onClear: () => void }) {
  if (q !== '') {
    return (
      <EmptyState
        icon="search"
        title="No message matches"
        actions={<Button onClick={onClear}>Clear the search</Button>}
      >
        {box === 'all' ? 'To search archived messages, open Archived.' : 'The other boxes may have matches.'}
      </EmptyState>
    );
  }
  const [title, words] = NONE[box];
  return <EmptyState title={title}>{words}</EmptyState>;
}

/** Which threads of a list are selected; another list begins with none. */
function useSelection(of: string) {
  const [state, setState] = useState({ of, keys: new Set<string>() });
  const keys = state.of === of ? state.keys : new Set<string>();
  const set = (next: Iterable<string>) => setState({ of, keys: new Set(next) });
  return {
    keys,
    set,
    toggle: (key: string, isSelected: boolean) =>
      set(isSelected ? [...keys, key] : [...keys].filter((one) => one !== key)),
    clear: () => set([]),
  };
}

/** Where one part is shown at a time, focus goes to the thread that is opened, and back to its link. */
function useFocusThatFollows(opened: string | null) {
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia('below-large');
  const before = useRef(opened);
  const focus = useCallback((selector: string) => place.current?.querySelector<HTMLElement>(selector)?.focus(), []);
  useEffect(() => {
    const left = before.current;
    before.current = opened;
    if (left === opened) return;
    if (opened !== null) {
      if (isNarrow) focus('#thread-title');
    } else if (document.activeElement === document.body || document.activeElement === null) {
      focus(`[data-thread="${CSS.escape(left ?? '')}"]`);
    }
  }, [opened, isNarrow, focus]);
  return place;
}
