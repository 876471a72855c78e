import { useQuery } from '@tanstack/react-query';
import { readRows } from '../../../app/rows.ts';
import type { Option } from '../../../ui/SelectField.tsx';

/** The active places, by name; undefined until they are known. */
export function usePlaceOptions(): Option[] | undefined {
  const { data } = useQuery({
    queryKey: ['locations', 'options'],
    queryFn: ({ signal }) => readRows('locations', { filter: { active: true }, sort: 'displayName' }, signal),
  });
  return data?.map(({ id, displayName }) => ({ value: String(id), label: displayName }));
}
