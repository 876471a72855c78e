import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FormServices } from '../../forms/formServices.ts';
import { useConsole } from './consoleContext.ts';
import { findLinks } from './findLinks.ts';
import { imageServices } from './imageServices.ts';
import { lookup } from './names.ts';

/** What the console's forms fetch through: names of rows by typing, pictures, links. Records hold no other files of their own. */
export function useFormServices(): FormServices {
  const context = useConsole();
  const client = useQueryClient();
  return useMemo(
    (): FormServices => ({
      lookup: (resource, query) => lookup(context, client, resource, query),
      upload: () => Promise.reject(new Error('Files are added through a request.')),
      fileUrl: (id) => `/api/files/${encodeURIComponent(id)}`,
      frameHosts: context.model.site.frameHosts,
      findLinks: (text) => findLinks(context, text),
      // Who may keep pictures in order may add them.
      ...(context.resourceNamed('images')?.can.update ? { images: imageServices } : {}),
    }),
    [context, client],
  );
}
