import type { FormSection } from '../../domain/declarations/resource-config.ts';

/** From so many sections on, all but the first begin collapsed. */
const MANY_SECTIONS = 6;

/** Whether the section at this place among the shown ones begins as one line. */
export function startsCollapsed({ collapsed }: FormSection, index: number, count: number): boolean {
  return collapsed ?? (index > 0 && count >= MANY_SECTIONS);
}

/** The id of a section's card, which addresses may name: #section-sign-up. */
export function sectionId(title: string): string {
  return `section-${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
}

/** Opens the section and moves there. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  const details = section?.querySelector('details');
  if (details) details.open = true;
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('summary, input, select, textarea, button')?.focus({ preventScroll: true });
}
