import type { RouteMatch } from '../../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../../domain/declarations/site.ts';

/** Whether a page has the compact frame of staff (ADR 18): by default those of the console; other routes declare it. */
export function isStaffPage({ route, params }: RouteMatch<Pick<RouteDeclaration, 'screen' | 'staff'>>): boolean {
  const { staff = !route.screen.startsWith('portal:') } = route;
  return typeof staff === 'boolean' ? staff : Object.entries(staff).every(([name, value]) => params[name] === value);
}
