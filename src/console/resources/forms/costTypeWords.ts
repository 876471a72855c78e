import type { CostType } from '../../../../domain/request-form.ts';

/** What a cost type means for the person who chooses it. */
export const COST_TYPE_WORDS: Record<CostType, { title: string; meaning: string }> = {
  Free: { title: 'Free', meaning: 'Nothing to pay: submitted, in process, completed.' },
  Approval: { title: 'Approval, no cost', meaning: 'Nothing to pay; staff accept or cancel it.' },
  Poster: {
    title: 'Poster, by its size',
    meaning: 'Priced by width, height and number of copies, at $7.00 for a square foot.',
  },
  DirectCostInput: {
    title: 'Amount entered by the customer',
    meaning: 'The customer enters what to pay in a field named cost.',
  },
  Quoted: {
    title: 'Quoted by staff',
    meaning: 'Staff name a price after review; the customer accepts it before paying.',
  },
  Assigned: { title: 'Set by staff after review', meaning: 'Staff set the price after review; paying is consent.' },
  AssignedGranular: {
    title: 'Set by staff, with fabrication steps',
    meaning: 'As set by staff, with the steps Ready for fabrication and Ready for pickup.',
  },
};
