import { useQuery } from '@tanstack/react-query';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { callQuery } from '../../app/callApi.ts';
import type { Filter } from '../engine/filterModel.ts';
import styles from './ListSums.module.css';

/** The sums of declared amounts over all rows that match. */
export function ListSums({ resource, filter }: { resource: ClientResource; filter: Filter }) {
  const names = resource.config.list.sums ?? [];
  const { data, isError } = useQuery({
    ...callQuery('GET /api/:resource/sums', {
      params: { resource: resource.name },
      query: { filter: JSON.stringify(filter) },
    }),
    enabled: names.length > 0,
  });
  if (names.length === 0) return null;
  if (isError) return <p className={styles.sums}>The sums could not be loaded.</p>;
  return (
    <dl className={styles.sums} aria-label="Sums of all rows that match">
      {names.map((name) => (
        <div key={name}>
          <dt>{resource.fields.find((field) => field.name === name)?.title}, in total</dt>
          <dd>{data ? formatSum(data[name]) : '…'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Too many rows are not summed. */
function formatSum(cents: number | undefined): string {
  return cents === undefined ? 'Too many rows: add a filter' : formatMoney(cents);
}
