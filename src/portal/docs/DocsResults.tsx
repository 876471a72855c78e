import { useQuery } from '@tanstack/react-query';
import type { SearchGroup } from '../../../domain/calls/content.ts';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { ResultText, SearchNote } from '../../app/search/ResultText.tsx';
import { searchQuery } from '../../app/searchResults/searchQuery.ts';
import { useModel } from '../../app/useModel.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import styles from './DocsScreen.module.css';

export function DocsResults({ text }: { text: string }) {
  const { system } = useModel().site.documentation;
  const query = useQuery(searchQuery(system, text));
  return (
    <QueryView
      query={query}
      what="the results"
      failure="The search failed"
      loading={<Loading label={`Searching for ${text}`} lines={6} lineHeight={40} />}
      hasNotice={false}
    >
      {(data) => <Results data={data} text={text} />}
    </QueryView>
  );
}

function Results({ data, text }: { data: SearchGroup[]; text: string }) {
  const groups = data.filter(({ response }) => response.length > 0);
  const count = groups.reduce((sum, { response }) => sum + response.length, 0);
  const isCut = groups.some(({ hasMore }) => hasMore === true);
  const late = data.filter(({ isLate }) => isLate === true);
  const [corrected = text] = groups.flatMap((group) => group.corrected ?? []);
  return (
    <>
      <p role="status" className={styles.note}>
        {count === 0 ? (
          ''
        ) : (
          <>
            {isCut ? `The first ${formatResults(count)}` : formatResults(count)} for <strong>{corrected}</strong>
          </>
        )}
      </p>
      {count === 0 && late.length === 0 && <NothingFound text={text} />}
      <SearchNote groups={groups} />
      {groups.map((group) => (
        <SourceResults key={group.source} group={group} />
      ))}
      {late.map(({ source }) => (
        <Loading key={source} label={`Waiting for ${source}`} lines={2} lineHeight={40} />
      ))}
    </>
  );
}

function SourceResults({ group }: { group: SearchGroup }) {
  const { source, response, hasMore } = group;
  return (
    <section className={styles.source}>
      <h2 className={styles.heading}>
        {source}
        <span className={styles.count}>
          {hasMore === true ? `first ${formatResults(response.length)}` : formatResults(response.length)}
        </span>
      </h2>
      <ul className={styles.list}>
        {response.map((result, index) => (
          <li key={index}>
            <SiteLink to={result.url} className={styles.result}>
              <ResultText result={result} />
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingFound({ text }: { text: string }) {
  const terms = text
    .replace(/[[\]{}"]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  return (
    <EmptyState
      icon="search"
      title={`Nothing was found for “${text}”`}
      actions={
        <ButtonLink to="/requests/navigate" icon="clipboard-list">
          Ask the makeshop
        </ButtonLink>
      }
    >
      {terms.length > 1
        ? 'Try fewer words or only the beginning of a word.'
        : 'Try another word or only its beginning.'}
    </EmptyState>
  );
}

function formatResults(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
