import { useQuery } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import type { Option } from '../../../ui/SelectField.tsx';

const QUERY = new URLSearchParams({
  filter: '{"active":true}',
  range: '[0,999]',
  sort: '["displayName","ASC"]',
}).toString();

interface ListedPlace {
  id: number;
  displayName: string;
}

/** The active places, by name; undefined until they are known. */
export function usePlaceOptions(): Option[] | undefined {
  const { data } = useQuery({
    queryKey: ['locations', 'options'],
    queryFn: ({ signal }) => api<ListedPlace[]>(`/api/locations?${QUERY}`, { signal }),
  });
  return data?.map(({ id, displayName }) => ({ value: String(id), label: displayName }));
}
