import { useMemo } from 'react';
import { useModel } from '../../../../app/useModel.ts';
import type { FormServices } from '../../../../forms/formServices.ts';

const SERVICES: Omit<FormServices, 'uploadMegabytes'> = {
  lookup: () => Promise.resolve([]),
  upload: () =>
    Promise.reject(new Error('The preview does not store files. People can add them once the form is published.')),
  fileUrl: () => '',
};

/** For forms that are only tried out: nothing is uploaded, because files can only be stored for a published form. */
export function useTrialServices(): FormServices {
  const { uploadMegabytes } = useModel().site;
  return useMemo(() => ({ ...SERVICES, uploadMegabytes }), [uploadMegabytes]);
}
