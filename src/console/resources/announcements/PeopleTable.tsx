import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { PEOPLE_PAGE } from '../../../../domain/messages/announcements.ts';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useDebouncedInput } from '../../../ui/useDebouncedInput.ts';
import styles from './announcements.module.css';
import { QueryView } from '../../../app/QueryView.tsx';

interface Props<Person> {
  caption: string;
  /** Of their query, without words and page. */
  queryKey: readonly unknown[];
  read: (q: string, start: number) => Promise<{ rows: readonly Person[]; total: number }>;
  columns: readonly Column<Person>[];
  /** A choice beside the search. */
  filter?: ReactNode;
  /** Milliseconds between refreshes; false: none. */
  refreshEvery?: number | false;
}

/** People by name, in pages and searched. */
export function PeopleTable<Person extends { id: number }>({
  caption,
  queryKey,
  read,
  columns,
  filter,
  refreshEvery = false,
}: Props<Person>) {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const { typed, setTyped } = useDebouncedInput(words, (text) => {
    setWords(text);
    setPage(1);
  });
  const people = useQuery({
    queryKey: [...queryKey, words, page],
    queryFn: () => read(words, (page - 1) * PEOPLE_PAGE),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
  });
  return (
    <div className={styles.people}>
      <div className={styles.tools}>
        <TextField
          label="Search names"
          type="search"
          value={typed}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
        />
        {filter}
      </div>
      <QueryView query={people} what="the names" lines={5} hasNotice={false}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <p className={styles.quiet}>No people found.</p>
            ) : (
              <Table caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} />
            )}
            {total > PEOPLE_PAGE && (
              <Pagination page={page} perPage={PEOPLE_PAGE} total={total} onPage={setPage} label={caption} />
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
