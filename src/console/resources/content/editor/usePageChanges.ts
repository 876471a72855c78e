import { useMemo } from 'react';
import { pageChanges, type PageChanges } from './pageChanges.ts';
import type { CardTypeInfo, PageContent } from '../../../../../domain/calls/page-editor.ts';
import { useConsole } from '../../../engine/consoleContext.ts';

/** The differences between two contents, under the names that the forms of the editor have. */
export function usePageChanges(before: PageContent, after: PageContent, types: readonly CardTypeInfo[]): PageChanges {
  const fields = useConsole().resourceNamed('pages')?.fields;
  return useMemo(() => {
    // Beside the texts of cards.
    const page = (fields ?? []).map((field) =>
      field.name === 'data' ? { ...field, title: 'Text of the page' } : field,
    );
    return pageChanges(before, after, { page, types });
  }, [before, after, types, fields]);
}
