import { useEffect } from 'react';
import type { StoredFile } from '../../../domain/calls/files.ts';
import { useUploads } from '../../ui/useUploads.ts';
import { useFormEnvironment } from './FormEnvironment.ts';

/** The uploads of a field of a form, registered with `setBusy` while pending. */
export function useFieldUploads(field: string, onStored: (file: StoredFile) => void) {
  const { services, setBusy } = useFormEnvironment();
  const uploads = useUploads((file, progress) => services.upload(file, { field, ...progress }), onStored);
  const { isBusy } = uploads;
  useEffect(() => {
    setBusy(field, isBusy);
    return () => setBusy(field, false);
  }, [field, isBusy, setBusy]);
  return uploads;
}
