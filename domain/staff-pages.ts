import type { RouteDeclaration } from './model.ts';

/**
 * Whether a page is for staff: low header, no welcome message, no footer (ADR 18). By default the generated pages and those of the
 * console are; other routes declare it.
 */
export function isStaffPage({ screen, staff }: Pick<RouteDeclaration, 'screen' | 'staff'>): boolean {
  return staff ?? !screen.startsWith('portal:');
}
