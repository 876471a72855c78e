import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { SearchGroup } from '../../../domain/calls/content.ts';
import { docsPath, isSearchable } from '../../../domain/content/documentation-search.ts';
import { SEARCH_MIN_LENGTH } from '../../../domain/values/constants.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useDismiss } from '../../ui/useDismiss.ts';
import { isUnreachable } from '../ApiError.ts';
import { SiteLink } from '../routing/SiteLink.tsx';
import { useModel } from '../useModel.ts';
import { ResultText, SearchNote } from './ResultText.tsx';
import { searchQuery } from '../searchResults/searchQuery.ts';
import { useDebouncedSearch } from './useDebouncedSearch.ts';
import { useListKeys } from './useListKeys.ts';
import { useVisibleRoom } from './useVisibleRoom.ts';
import styles from './SearchPreview.module.css';

export interface Listbox {
  id: string;
  activeId: string | undefined;
}

export interface SearchPreviewProps {
  text: string;
  input: RefObject<HTMLInputElement | null>;
  form: RefObject<HTMLFormElement | null>;
  onListbox: (listbox: Listbox | null) => void;
  onDone: () => void;
}

/** The first results of each source, shown below the search field. Only results for the current text are shown. */
export function SearchPreview({ text, input, form, onListbox, onDone }: SearchPreviewProps) {
  const { system } = useModel().site.documentation;
  const id = useId();
  const searched = useDebouncedSearch(text);
  const { data, error, refetch } = useQuery({
    ...searchQuery(system, searched, { preview: true }),
    enabled: searched !== '',
  });
  const [closedFor, setClosedFor] = useState<string | null>(null);
  if (closedFor !== null && closedFor !== text) setClosedFor(null);
  const [active, setActive] = useState({ searched: '', index: -1 });
  const isOpen = isSearchable(text) && closedFor !== text;
  const answer = isOpen && searched === text.trim() ? data : undefined;
  const isLate = answer?.some((group) => group.isLate === true) === true;
  const found = answer?.filter(({ response }) => response.length > 0);
  // Nothing yet is not nothing.
  const groups = isLate && found?.length === 0 ? undefined : found;
  const count = groups?.reduce((sum, { response }) => sum + response.length, 0) ?? 0;
  const index = active.searched === searched ? active.index : -1;
  const activeId = index >= 0 && index < count ? `${id}-${index}` : undefined;
  useDismiss(form, isOpen, (returnFocus) => {
    setClosedFor(text);
    if (returnFocus) input.current?.focus();
  });
  useListKeys(input, {
    isOpen,
    count,
    index,
    activeId,
    onMove: (to) => setActive({ searched, index: to }),
    onOpen: () => setClosedFor(null),
    onClose: () => setClosedFor(text),
  });
  const hasOptions = count > 0;
  useEffect(() => {
    onListbox(hasOptions ? { id, activeId } : null);
  }, [id, hasOptions, activeId, onListbox]);
  if (!isOpen) return <TooShort text={text} />;
  return (
    <Panel
      id={id}
      text={text.trim()}
      groups={groups}
      failure={error !== null && searched === text.trim() ? failureText(error) : null}
      activeId={activeId}
      onRetry={() => void refetch()}
      onLeave={() => {
        setClosedFor(text);
        onDone();
      }}
    />
  );
}

function TooShort({ text }: { text: string }) {
  if (text.trim() === '' || isSearchable(text)) return null;
  return (
    <div className={styles.preview}>
      <p role="status" className={styles.note}>
        Type {SEARCH_MIN_LENGTH} characters or more.
      </p>
    </div>
  );
}

interface PanelProps {
  id: string;
  text: string;
  groups: readonly SearchGroup[] | undefined;
  /** Why there is no answer, in a sentence. */
  failure: string | null;
  activeId: string | undefined;
  onRetry: () => void;
  onLeave: () => void;
}

function Panel({ id, text, groups, failure, activeId, onRetry, onLeave }: PanelProps) {
  const panel = useVisibleRoom<HTMLDivElement>();
  const hasMore = groups?.some((group) => group.hasMore === true) === true;
  return (
    <div ref={panel} className={styles.preview}>
      <p role="status" className="visually-hidden">
        {groups === undefined ? '' : statusText(groups)}
      </p>
      <div className={styles.results}>
        {groups === undefined && failure === null && <Loading label="Searching" lines={3} lineHeight={22} />}
        {failure !== null && (
          <div role="alert" className={`${styles.note} ${styles.failed}`}>
            {failure}
            <Button size="small" icon="refresh-cw" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
        {groups?.length === 0 && <p className={styles.note}>Nothing was found for “{text}”.</p>}
        {groups !== undefined && groups.length > 0 && (
          <Options id={id} groups={groups} activeId={activeId} onChosen={onLeave} />
        )}
      </div>
      {hasMore && (
        <Link to={docsPath(text)} className={styles.all} onClick={onLeave}>
          See all results
          <Icon name="arrow-right" size={16} />
        </Link>
      )}
    </div>
  );
}

interface OptionsProps {
  id: string;
  groups: readonly SearchGroup[];
  activeId: string | undefined;
  onChosen: () => void;
}

function Options({ id, groups, activeId, onChosen }: OptionsProps) {
  const starts = groups.map((_, place) =>
    groups.slice(0, place).reduce((sum, { response }) => sum + response.length, 0),
  );
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <>
      <SearchNote groups={groups} />
      <div id={id} role="listbox" aria-label="Results">
        {groups.map(({ source, response }, place) => (
          <div key={source} role="group" aria-labelledby={`${id}-of-${place}`}>
            <p id={`${id}-of-${place}`} role="presentation" className={styles.source}>
              {source}
            </p>
            {response.map((result, within) => {
              const optionId = `${id}-${(starts[place] ?? 0) + within}`;
              return (
                <SiteLink
                  key={optionId}
                  id={optionId}
                  to={result.url}
                  role="option"
                  aria-labelledby={`${optionId}-name`}
                  {...(result.excerpt === undefined ? {} : { 'aria-describedby': `${optionId}-excerpt` })}
                  aria-selected={false}
                  data-active={optionId === activeId || undefined}
                  tabIndex={-1}
                  className={styles.option}
                  onClick={onChosen}
                >
                  <ResultText result={result} nameId={`${optionId}-name`} excerptId={`${optionId}-excerpt`} />
                </SiteLink>
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

function failureText(error: Error): string {
  return isUnreachable(error)
    ? 'The search could not reach the server. Check your connection and try again.'
    : error.message;
}

function statusText(groups: readonly SearchGroup[]): string {
  const count = groups.reduce((sum, { response }) => sum + response.length, 0);
  if (count === 0) return 'Nothing was found';
  const corrected = groups.find((group) => group.corrected !== undefined)?.corrected;
  const results = count === 1 ? '1 result' : `${count} results`;
  return corrected === undefined ? results : `${results} for ${corrected}`;
}
