import { placeDay } from '../../../app/placeDay.ts';
import { uploadFile } from '../../../app/uploadFile.ts';
import type { OpenVersion } from '../../../../domain/calls/request-drafts.ts';
import type { StoredFile } from '../../../../domain/calls/files.ts';
import type { FormServices } from '../../../forms/shared/formServices.ts';

export function formServicesOf(
  version: OpenVersion,
  files: readonly StoredFile[],
  uploadMegabytes: number,
): FormServices {
  return {
    lookup: () => Promise.resolve([]),
    upload: (file, { field, ...progress }) =>
      uploadFile(file, new URLSearchParams({ formVersionId: String(version.id), field }), progress),
    fileUrl: (id) => `/api/files/${id}`,
    files,
    uploadMegabytes,
    placeDay,
  };
}
