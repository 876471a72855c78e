import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fileUrl } from '../../../domain/values/file-value.ts';
import { uploadFile } from '../../app/uploadFile.ts';
import type { FormServices } from '../../forms/shared/formServices.ts';
import { useConsole } from './consoleContext.ts';
import { findLinks } from './findLinks.ts';
import { imageServices } from './imageServices.ts';
import { lookup } from './names.ts';

/** What the console's forms fetch through: names of rows by typing, pictures, links; files where the form is of a `resource`'s record. */
export function useFormServices(resource?: string): FormServices {
  const context = useConsole();
  const client = useQueryClient();
  return useMemo(
    (): FormServices => ({
      lookup: (name, query) => lookup(context, client, name, query),
      upload: (file, { field, ...progress }) =>
        resource === undefined
          ? Promise.reject(new Error('This form stores no files.'))
          : uploadFile(file, new URLSearchParams({ resource, field }), progress),
      uploadMegabytes: context.model.site.uploadMegabytes,
      fileUrl,
      frameHosts: context.model.site.frameHosts,
      findLinks: (text) => findLinks(context, text),
      // Who may keep pictures in order may add them.
      ...(context.resourceNamed('images')?.can.update ? { images: imageServices } : {}),
    }),
    [context, client, resource],
  );
}
