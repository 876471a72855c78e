import type { RouteMatch } from '../../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../../domain/declarations/model.ts';

/**
 * Whether a page is for staff: low header, no welcome message, no footer (ADR 18). By default the generated pages and those of the
 * console are; other routes declare it.
 */
export function isStaffPage({ route, params }: RouteMatch<Pick<RouteDeclaration, 'screen' | 'staff'>>): boolean {
  const { staff = !route.screen.startsWith('portal:') } = route;
  return typeof staff === 'boolean' ? staff : Object.entries(staff).every(([name, value]) => params[name] === value);
}
