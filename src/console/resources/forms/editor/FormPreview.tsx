import { formatMoney } from '../../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceOf } from '../../../../../domain/requests/price-rules.ts';
import type { Answers } from '../../../../../domain/requests/request-form.ts';
import { useModel } from '../../../../app/useModel.ts';
import { RequestForm } from '../../../../forms/RequestForm.tsx';
import type { FormData } from '../../../../forms/shared/formServices.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/classNames.ts';
import { callApi } from '../../../../app/callApi.ts';
import { DEVICES, PreviewPane } from '../../../editing/PreviewPane.tsx';
import type { FormEditor } from './useFormEditor.tsx';
import { useTrialServices } from './useTrialServices.ts';
import styles from './editor.module.css';

/** The form as people will see it, with answers to try out. While the form has faults, its last valid version. */
export function FormPreview({ editor }: { editor: FormEditor }) {
  const { form, schema, faults, draft } = editor;
  const { timezone } = useModel().site;
  const services = useTrialServices();
  const [answers, setAnswers] = useState<FormData>({});
  const [outcome, setOutcome] = useState<FormData | null>(null);
  const [sound, setSound] = useState(schema);
  if (!faults.blocksSaving && sound !== schema) setSound(schema);
  // The compiled validator belongs to the server's version of the form; until it has loaded, only the shared rules apply.
  const compiled = useQuery({
    queryKey: ['forms', 'preview', form.id, sound],
    queryFn: () => callApi('POST /api/forms/:id/preview', { params: { id: form.id }, body: { schema: sound } }),
    enabled: draft.kind === 'saved',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  }).data;
  const price = outcome === null ? null : priceOf({ costType: form.costType, schema: sound }, outcome as Answers);
  const restart = () => {
    setAnswers({});
    setOutcome(null);
  };
  return (
    <PreviewPane
      devices={DEVICES}
      tools={
        <Button size="small" variant="quiet" icon="rotate-ccw" onClick={restart}>
          Clear answers
        </Button>
      }
    >
      {(device) => (
        <>
          {faults.blocksSaving && (
            <Banner tone="warning" role="none">
              Changes with errors are not shown here.
            </Banner>
          )}
          <div className={classNames(styles.frame, device === 'phone' && styles.phone)}>
            {outcome && (
              <Banner tone="success" title="These answers can be submitted">
                {price === null
                  ? 'Nothing was sent.'
                  : `Nothing was sent. The price would be ${formatMoney(price.cents)}.`}
              </Banner>
            )}
            <RequestForm
              schema={compiled?.schema ?? sound}
              validatorUrl={compiled?.validator ?? null}
              data={answers}
              onChange={(next) => {
                setAnswers(next);
                setOutcome(null);
              }}
              onSubmit={setOutcome}
              services={services}
              timezone={timezone}
            >
              {schema['x-order'].length > 0 && <Button type="submit">Submit request</Button>}
            </RequestForm>
          </div>
        </>
      )}
    </PreviewPane>
  );
}
