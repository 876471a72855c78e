import { useLocation } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import { isStaffPage } from './staffPages.ts';
import { useModel } from '../useModel.ts';

export function useIsStaffPage(): boolean {
  const { pathname } = useLocation();
  const match = matchRoute(pathname, useModel().routes);
  return match !== null && isStaffPage(match);
}
