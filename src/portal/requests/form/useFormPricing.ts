import { useState } from 'react';
import type { OpenForm } from '../../../../domain/calls/open-form.ts';
import { callApi } from '../../../app/callApi.ts';

/** The viewer's discounts for a form. `reload`: they have entered a code; their answers stay. */
export function useFormPricing({ form, pricing: loaded }: OpenForm) {
  const [pricing, setPricing] = useState(loaded);
  const reload = async () => {
    const again = await callApi('GET /api/requests/form', { query: { form: form.name } });
    setPricing(again.pricing);
  };
  return { pricing, reload };
}
