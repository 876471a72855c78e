import { useMemo } from 'react';
import type { PageContent } from '../../../../../domain/page-content.ts';
import { formSchemaOf } from '../../../../forms/formSchema.ts';
import type { FormSchema } from '../../../../forms/formSchema.ts';
import type { FormData } from '../../../../forms/formServices.ts';
import { SchemaForm } from '../../../../forms/SchemaForm.tsx';
import { useConsole } from '../../../engine/consoleContext.ts';
import { useFormServices } from '../../../engine/formServices.ts';
import { sectionsOf } from '../../../form/recordChanges.ts';
import { usePartErrors } from './usePartErrors.ts';
import type { PageEditing } from './usePageEditor.ts';
import { SETTINGS } from './useSelectedPart.ts';

const NAMES = ['title', 'name', 'type', 'theme', 'backgroundUrl', 'summary', 'category', 'tags'] as const;

/** What the page is called, where it is found, how it looks: as the resource declares it. */
export function SettingsForm({ editor }: { editor: PageEditing }) {
  const { content, edit } = editor;
  const { zone, resourceNamed } = useConsole();
  const services = useFormServices();
  const pages = resourceNamed('pages');
  const compiled = pages?.formSchema.update;
  const schema = useMemo((): FormSchema | null => {
    if (!compiled) return null;
    const { properties, required = [], ...rest } = formSchemaOf(compiled);
    const shown = Object.entries(properties).filter(([name]) => (NAMES as readonly string[]).includes(name));
    const named = shown.map(
      ([name, property]) => [name, name === 'name' ? { ...property, title: 'Address' } : property] as const,
    );
    return { ...rest, required: required.filter((name) => name !== 'data'), properties: Object.fromEntries(named) };
  }, [compiled]);
  const sections = useMemo(() => (pages ? sectionsOf(pages, NAMES) : []), [pages]);
  const errors = usePartErrors(editor, SETTINGS);
  if (!pages || !schema || !compiled) return null;
  return (
    <SchemaForm
      schema={schema}
      compiledSchema={compiled}
      validatorUrl={pages.validators.update}
      sections={sections}
      data={formData(content)}
      onChange={(next, field) => edit({ ...content, ...contentOf(next, content) }, `${SETTINGS}/${field}`)}
      onSubmit={() => undefined}
      serverErrors={errors}
      isRefusalTold
      services={services}
      timezone={zone}
    />
  );
}

function formData(content: PageContent): FormData {
  const values = NAMES.map((name) => [name, content[name]] as const);
  return Object.fromEntries(
    values.filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Fields that were emptied are there as the draft has them: '' and null. */
function contentOf(form: FormData, before: PageContent): Partial<PageContent> {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : null);
  return {
    title: text('title') ?? '',
    name: text('name') ?? '',
    type: (text('type') ?? before.type) as PageContent['type'],
    theme: (text('theme') ?? 'auto') as PageContent['theme'],
    backgroundUrl: text('backgroundUrl'),
    summary: text('summary'),
    category: text('category') ?? '',
    tags: Array.isArray(form['tags']) ? form['tags'].map(String) : [],
  };
}
