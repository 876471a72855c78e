import { calls } from './call.ts';
import { Type } from './type.ts';

export const pricingCalls = calls({
  'POST /api/discounts/codes': {
    summary: 'Discounts: enter the code of a discount, which the caller then gets wherever it applies',
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({ name: Type.String() }),
  },
});
