import { calls } from './call.ts';
import { Type } from './type.ts';

export const pricingCalls = calls({
  'POST /api/discounts/codes': {
    summary: 'Discounts: enters the code of a discount, which then applies to the caller',
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({ name: Type.String() }),
  },
});
