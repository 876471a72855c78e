import type { CostType } from '../../domain/requests/request-form.ts';

interface CostTexts {
  /** Name and meaning for staff. */
  title: string;
  meaning: string;
  /** Shown on the form's card. */
  short: string;
  /** The steps of a request of this cost type. */
  steps: readonly string[];
}

export const COST_TEXTS: Readonly<Record<CostType, CostTexts>> = {
  Free: {
    title: 'Free',
    meaning: 'Nothing to pay: submitted, in process, completed.',
    short: 'Free',
    steps: ['We look at your request.', 'You are told when it is done.'],
  },
  Approval: {
    title: 'Approval, no cost',
    meaning: 'Nothing to pay; staff accept or cancel it.',
    short: 'Free, with approval',
    steps: ['We check your request.', 'Once it is approved, you are given access.'],
  },
  Poster: {
    title: 'Poster, by its size',
    meaning: 'Priced by width, height and number of copies, at $7.00 for a square foot.',
    short: '$7.00 per square foot',
    steps: ['You pay the price shown here.', 'We print your poster.', 'You are told when it is done.'],
  },
  DirectCostInput: {
    title: 'Amount entered by the customer',
    meaning: 'The customer enters what to pay in a field named cost.',
    short: 'Amount of your choice',
    steps: ['You pay the amount that you enter here.', 'We book it, and you are told when it is done.'],
  },
  Quoted: {
    title: 'Quoted by staff',
    meaning: 'Staff name a price after review; the customer accepts it before paying.',
    short: 'By quote',
    steps: [
      'We look at your request and send you a quote.',
      'You accept it or ask for a change.',
      'You pay, and we start.',
    ],
  },
  Assigned: {
    title: 'Set by staff after review',
    meaning: 'Staff set the price after review; paying is consent.',
    short: 'Priced after review',
    steps: [
      'We look at your request and set its price.',
      'You pay if you want it made.',
      'We make it and tell you when it is done.',
    ],
  },
  AssignedGranular: {
    title: 'Set by staff, with fabrication steps',
    meaning: 'As set by staff, with the steps Ready for fabrication and Ready for pickup.',
    short: 'Priced after review',
    steps: [
      'We look at your request and set its price.',
      'You pay if you want it made.',
      'We make it, and you pick it up.',
    ],
  },
};
