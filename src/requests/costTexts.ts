import { SQUARE_FOOT_PRICE } from '../../domain/requests/pricing.ts';
import { formatMoney } from '../../domain/values/formats.ts';
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
    steps: ['We review your request.', 'We notify you when it is done.'],
  },
  Approval: {
    title: 'Approval, no cost',
    meaning: 'Free. Staff approve or cancel it.',
    short: 'Free, with approval',
    steps: ['We check your request.', 'Once it is approved, you get access.'],
  },
  Poster: {
    title: 'Poster, by its size',
    get meaning() {
      return `Priced by width, height and number of copies, at ${this.short}.`;
    },
    get short() {
      return `${formatMoney(SQUARE_FOOT_PRICE)} per square foot`;
    },
    steps: ['You pay this price.', 'We print your poster.', 'We notify you when it is done.'],
  },
  DirectCostInput: {
    title: 'Price based on answers',
    meaning: 'The answers determine the price, by price lines or an amount that the customer enters.',
    short: 'Priced by your answers',
    steps: ['You pay this price.', 'We process it and notify you when it is done.'],
  },
  Quoted: {
    title: 'Quoted by staff',
    meaning: 'Staff quote a price after review. The customer accepts it before paying.',
    short: 'By quote',
    steps: [
      'We review your request and send you a quote.',
      'You accept it or ask for a change.',
      'You pay, and we start.',
    ],
  },
  Assigned: {
    title: 'Set by staff after review',
    meaning: 'Staff set the price after review. Paying means accepting it.',
    short: 'Priced after review',
    steps: [
      'We review your request and set its price.',
      'If you accept the price, you pay.',
      'We make it and notify you when it is done.',
    ],
  },
  AssignedGranular: {
    title: 'Set by staff, with fabrication steps',
    meaning: 'As set by staff, with the steps Ready for fabrication and Ready for pickup.',
    short: 'Priced after review',
    steps: [
      'We review your request and set its price.',
      'If you accept the price, you pay.',
      'We make it, and you pick it up.',
    ],
  },
};
