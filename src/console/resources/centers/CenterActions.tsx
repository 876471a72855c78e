import { isReachable } from '../../../app/menuEntries.ts';
import { useAccess } from '../../../app/useAccess.ts';
import type { BarEntry } from '../../../actions/ActionBar.tsx';
import type { OwnActionsProps } from '../../show/ShowPage.tsx';

/** Where staff look after a center: who is here, its people and its public view. */
export function CenterActions({ row, draw }: OwnActionsProps) {
  const reach = useAccess();
  const id = Number(row['id']);
  const isActive = row['active'] === true;
  const entries = [
    { key: 'here', label: 'Who is here', icon: 'users', to: `/centers/here/${id}` },
    { key: 'users', label: 'Center users', icon: 'contact', to: `/centerUsers/${id}` },
    { key: 'view', label: 'Center view', icon: 'monitor', to: `/centers/view/${id}` },
  ] as const satisfies BarEntry[];
  return draw(entries.filter(({ key, to }) => (key !== 'view' || isActive) && isReachable(to, reach)));
}
