import { PAGE_SIZES } from '../../ui/Pagination.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { useCallback, useMemo } from 'react';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { listViewKey } from '../../app/preferences.ts';
import { usePreference } from '../engine/usePreference.ts';
import type { ListSlots } from './listSlots.ts';

/** An account's view of a list. Columns are stored by name, so that fields can be added and removed. */
export interface StoredView {
  columns?: string[];
  compact?: boolean;
  perPage?: number;
}

export interface ListView {
  ready: boolean;
  columns: Field[];
  available: Field[];
  compact: boolean;
  perPage: number;
  change: (change: { columns?: string[] | undefined; compact?: boolean; perPage?: number }) => void;
}

export function useListView(resource: ClientResource, { source, columns: named }: ListSlots): ListView {
  const { ready, value: stored, set } = usePreference<StoredView>(listViewKey(source ?? resource.name));
  const isWide = useMedia('from-wide');
  const available = useMemo(
    () => resource.fields.filter((field) => !field.long && KINDS[field.kind].listed !== 'never'),
    [resource],
  );
  const columns = useMemo(() => {
    const { columns: declared, wide = [] } = resource.config.list;
    const chosen =
      named?.named ?? chosenColumns(stored, declared) ?? declared.filter((name) => isWide || !wide.includes(name));
    const shown = chosen.flatMap((name) => available.find((field) => field.name === name) ?? []);
    return shown.length > 0 ? shown : available.slice(0, 3);
  }, [named?.named, stored, resource, available, isWide]);
  const nameColumns = named?.onChange;
  const change = useCallback<ListView['change']>(
    (next) => {
      set({ ...stored, ...next } as StoredView);
      if (next.columns) nameColumns?.(next.columns);
    },
    [set, stored, nameColumns],
  );
  const perPage = pageSizeOf(resource, stored);
  return { ready, columns, available, compact: stored?.compact === true, perPage, change };
}

/** The number of rows per page that the account chose, or the resource's own. */
export function pageSizeOf({ config }: ClientResource, stored: StoredView | null | undefined): number {
  return PAGE_SIZES.find((size) => size === stored?.perPage) ?? config.list.pageSize;
}

/** Null where the account has chosen none, or those that are declared. */
function chosenColumns(stored: StoredView | null | undefined, declared: readonly string[]): string[] | null {
  const names = namesOf(stored?.columns);
  return names?.join() === declared.join() ? null : names;
}

function namesOf(value: unknown): string[] | null {
  const names = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return names.length > 0 ? names : null;
}
