import { useMemo } from 'react';
import { useModel } from '../../../../app/useModel.ts';
import { placeDay } from '../../../../app/placeDay.ts';
import { NO_SERVICES, type FormServices } from '../../../../forms/shared/formServices.ts';

/** For forms that are only tried out: nothing is uploaded, because files can only be stored for a published form. */
export function useTrialServices(): FormServices {
  const { uploadMegabytes } = useModel().site;
  return useMemo(() => ({ ...NO_SERVICES, upload: refuseUpload, uploadMegabytes, placeDay }), [uploadMegabytes]);
}

function refuseUpload(): Promise<never> {
  return Promise.reject(
    new Error('The preview does not store files. People can upload files once the form is published.'),
  );
}
