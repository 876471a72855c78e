import type { CostType } from '../../../domain/request-form.ts';

interface CostWords {
  /** On the card of a form. */
  short: string;
  /** What becomes of a request of this kind, step by step. */
  steps: readonly string[];
}

export const COST_WORDS: Readonly<Record<CostType, CostWords>> = {
  Poster: {
    short: '$7.00 per square foot',
    steps: ['You pay the price shown here.', 'We print your poster.', 'You are told when it is done.'],
  },
  Quoted: {
    short: 'By quote',
    steps: [
      'We look at your request and send you a quote.',
      'You accept it or ask for a change.',
      'You pay, and we start.',
    ],
  },
  Assigned: {
    short: 'Priced after review',
    steps: [
      'We look at your request and set its price.',
      'You pay if you want it made.',
      'We make it and tell you when it is done.',
    ],
  },
  AssignedGranular: {
    short: 'Priced after review',
    steps: [
      'We look at your request and set its price.',
      'You pay if you want it made.',
      'We make it, and you pick it up.',
    ],
  },
  Free: { short: 'Free', steps: ['We look at your request.', 'You are told when it is done.'] },
  Approval: {
    short: 'Free, with approval',
    steps: ['We check your request.', 'Once it is approved, you are given access.'],
  },
  DirectCostInput: {
    short: 'Amount of your choice',
    steps: ['You pay the amount that you enter here.', 'We book it, and you are told when it is done.'],
  },
};
