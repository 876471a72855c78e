import { useMemo } from 'react';
import type { FormSchema } from '../../../../forms/formSchema.ts';
import { SchemaForm } from '../../../../forms/SchemaForm.tsx';
import { useConsole } from '../../../engine/consoleContext.ts';
import { useFormServices } from '../../../engine/formServices.ts';
import { useSectionErrors } from './useSectionErrors.ts';
import type { PageEditing } from './usePageEditor.ts';
import { TEXT } from './useSelectedSection.ts';

/** The page's own text. Frames are only allowed in pages of type Raw Html. */
export function TextForm({ editor }: { editor: PageEditing }) {
  const { content, edit } = editor;
  const { zone } = useConsole();
  const services = useFormServices();
  const isRaw = content.type === 'Raw Html';
  const schema = useMemo(
    (): FormSchema => ({
      type: 'object',
      properties: {
        data: {
          type: 'string',
          title: 'Text',
          format: 'html',
          maxLength: 200_000,
          ...(isRaw ? { 'x-frames': true, 'x-source': true } : {}),
        },
      },
    }),
    [isRaw],
  );
  const data = useMemo(() => (content.data === '' ? {} : { data: content.data }), [content.data]);
  const errors = useSectionErrors(editor, TEXT);
  return (
    <SchemaForm
      schema={schema}
      validatorUrl={null}
      data={data}
      onChange={(next) => edit({ ...content, data: typeof next['data'] === 'string' ? next['data'] : '' }, TEXT)}
      onSubmit={() => undefined}
      serverErrors={errors}
      isRefusalShown
      hasSummary={editor.refusals.length > 0}
      services={services}
      timezone={zone}
    />
  );
}
