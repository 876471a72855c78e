import type { SetupState } from '../../../domain/calls/setup.ts';

/** In order. */
export const STEPS = [
  { name: 'name', title: 'Name and time zone' },
  { name: 'place', title: 'Place and hours' },
  { name: 'email', title: 'Email' },
  { name: 'logins', title: 'Who logs in' },
  { name: 'secondFactor', title: 'Second factor' },
  { name: 'finish', title: 'Finish' },
] as const;
export type Step = (typeof STEPS)[number]['name'];

export interface StepProps {
  state: SetupState;
  /** After a change. */
  onChange: () => unknown;
}

export function isStep(name: string | null): name is Step {
  return STEPS.some((step) => step.name === name);
}

export function stepPath(step: Step): string {
  return `/setup?step=${step}`;
}
