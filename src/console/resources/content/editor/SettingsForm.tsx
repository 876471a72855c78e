import { useMemo } from 'react';
import { HOME_PAGE } from '../../../../../domain/content/content.ts';
import type { PageContent } from '../../../../../domain/calls/pages.ts';
import { formSchemaOf } from '../../../../forms/formSchema.ts';
import type { FormSchema } from '../../../../forms/formSchema.ts';
import type { FormData } from '../../../../forms/formServices.ts';
import { SchemaForm } from '../../../../forms/SchemaForm.tsx';
import { useConsole } from '../../../engine/consoleContext.ts';
import { useFormServices } from '../../../engine/formServices.ts';
import { resourceSections, shownFields } from '../../../form/recordChanges.ts';
import { useSectionErrors } from './useSectionErrors.ts';
import type { PageEditing } from './usePageEditor.ts';
import { SETTINGS } from './useSelectedSection.ts';

const NAMES = [
  'title',
  'name',
  'type',
  'theme',
  'backgroundUrl',
  'inNavigation',
  'navigationLabel',
  'navigationIcon',
  'navigationOrder',
  'summary',
  'category',
  'tags',
] as const;
/** What the home page does not choose: its address is /, and it is always in the navigation. */
const NOT_OF_HOME: readonly string[] = ['name', 'inNavigation', 'navigationLabel', 'navigationIcon', 'navigationOrder'];
const settingsOf = (isHome: boolean) => NAMES.filter((name) => !isHome || !NOT_OF_HOME.includes(name));

/** The page's title, address, look and other settings, as its resource declares them. */
export function SettingsForm({ editor }: { editor: PageEditing }) {
  const { content, edit } = editor;
  const { zone, resourceNamed } = useConsole();
  const services = useFormServices();
  const pages = resourceNamed('pages');
  const compiled = pages?.formSchema.update;
  const isHome = editor.state.live.name === HOME_PAGE && content.name === HOME_PAGE;
  const schema = useMemo((): FormSchema | null => {
    if (!compiled) return null;
    const { properties, required = [], ...rest } = formSchemaOf(compiled);
    const names: readonly string[] = settingsOf(isHome);
    const named = Object.entries(properties).filter(([name]) => names.includes(name));
    return {
      ...rest,
      required: required.filter((name) => name !== 'data' && !(isHome && name === 'name')),
      properties: Object.fromEntries(named),
    };
  }, [compiled, isHome]);
  const sections = useMemo(() => (pages ? resourceSections(pages, settingsOf(isHome)) : []), [pages, isHome]);
  const errors = useSectionErrors(editor, SETTINGS);
  if (!pages || !schema || !compiled) return null;
  return (
    <>
      {isHome && <p>This is the first page of the site: its address is /, and it is always there.</p>}
      <SchemaForm
        schema={schema}
        compiledSchema={compiled}
        validatorUrl={pages.validators.update}
        sections={sections}
        visible={(data) => shownFields(sections, data)}
        data={formData(content, isHome)}
        onChange={(next, field) => edit({ ...content, ...contentOf(next, content, isHome) }, `${SETTINGS}/${field}`)}
        onSubmit={() => undefined}
        serverErrors={errors}
        isRefusalShown
        hasSummary={editor.refusals.length > 0}
        services={services}
        timezone={zone}
      />
    </>
  );
}

function formData(content: PageContent, isHome: boolean): FormData {
  const values = settingsOf(isHome).map((name) => [name, content[name]] as const);
  return Object.fromEntries(
    values.filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Cleared fields are stored as in the draft: '' or null. */
function contentOf(form: FormData, before: PageContent, isHome: boolean): Partial<PageContent> {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : null);
  return {
    title: text('title') ?? '',
    name: isHome ? before.name : (text('name') ?? ''),
    type: (text('type') ?? before.type) as PageContent['type'],
    theme: (text('theme') ?? 'auto') as PageContent['theme'],
    backgroundUrl: text('backgroundUrl'),
    summary: text('summary'),
    category: text('category') ?? '',
    tags: Array.isArray(form['tags']) ? form['tags'].map(String) : [],
    inNavigation: form['inNavigation'] === true,
    navigationLabel: text('navigationLabel'),
    navigationIcon: text('navigationIcon') as PageContent['navigationIcon'],
    navigationOrder: typeof form['navigationOrder'] === 'number' ? form['navigationOrder'] : null,
  };
}
