import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { SearchGroup } from '../../../domain/content.ts';
import { docsPath, isSearchable } from '../../../domain/documentation-search.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useDismiss } from '../../ui/useDismiss.ts';
import { SiteLink } from '../SiteLink.tsx';
import { useModel } from '../useModel.ts';
import { searchQuery } from './searchQuery.ts';
import { useDebouncedSearch } from './useDebouncedSearch.ts';
import { useListKeys } from './useListKeys.ts';
import styles from './SearchPreview.module.css';

/** State of the open listbox that its input needs. */
export interface Listbox {
  id: string;
  activeId: string | undefined;
}

export interface SearchPreviewProps {
  text: string;
  input: RefObject<HTMLInputElement | null>;
  form: RefObject<HTMLFormElement | null>;
  onListbox: (listbox: Listbox | null) => void;
  /** Called after the user has followed a result. */
  onDone: () => void;
}

/** The first results of each source, shown below the search field. Only results for the current text are shown. */
export function SearchPreview({ text, input, form, onListbox, onDone }: SearchPreviewProps) {
  const { system } = useModel().site.documentation;
  const id = useId();
  const asked = useDebouncedSearch(text);
  const { data, isError, refetch } = useQuery({
    ...searchQuery(system, asked, { preview: true }),
    enabled: asked !== '',
  });
  const [closedFor, setClosedFor] = useState<string | null>(null);
  if (closedFor !== null && closedFor !== text) setClosedFor(null);
  const [active, setActive] = useState({ asked: '', index: -1 });
  const isOpen = isSearchable(text) && closedFor !== text;
  const groups = isOpen && asked === text.trim() ? data?.filter(({ response }) => response.length > 0) : undefined;
  const count = groups?.reduce((sum, { response }) => sum + response.length, 0) ?? 0;
  const index = active.asked === asked ? active.index : -1;
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
    onMove: (to) => setActive({ asked, index: to }),
    onOpen: () => setClosedFor(null),
    onClose: () => setClosedFor(text),
  });
  const hasOptions = count > 0;
  useEffect(() => {
    onListbox(hasOptions ? { id, activeId } : null);
  }, [id, hasOptions, activeId, onListbox]);
  if (!isOpen) return null;
  const leave = () => {
    setClosedFor(text);
    onDone();
  };
  const hasFailed = isError && asked === text.trim();
  return (
    <div className={styles.preview}>
      <p role="status" className="visually-hidden">
        {groups === undefined ? '' : wordsFor(count)}
      </p>
      {groups === undefined && !hasFailed && <Loading label="Searching" lines={3} lineHeight={22} />}
      {hasFailed && (
        <div role="alert" className={`${styles.note} ${styles.failed}`}>
          The search could not reach the server. Check your connection and try again.
          <Button size="small" icon="refresh-cw" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {groups !== undefined && count === 0 && <p className={styles.note}>Nothing was found for “{text.trim()}”.</p>}
      {hasOptions && <Options id={id} groups={groups ?? []} activeId={activeId} onChosen={leave} />}
      <Link to={docsPath(text)} className={styles.all} onClick={leave}>
        See all results
        <Icon name="arrow-right" size={16} />
      </Link>
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
  return (
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
                aria-selected={false}
                data-active={optionId === activeId || undefined}
                tabIndex={-1}
                className={styles.option}
                onClick={onChosen}
              >
                {result.name}
              </SiteLink>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function wordsFor(count: number): string {
  if (count === 0) return 'Nothing was found';
  return count === 1 ? '1 result' : `${count} results`;
}
