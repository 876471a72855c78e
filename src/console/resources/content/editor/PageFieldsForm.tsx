import { useMemo } from 'react';
import { HOME_PAGE } from '../../../../../domain/content/content.ts';
import type { ClientResource } from '../../../../../domain/declarations/client-model.ts';
import type { PageContent } from '../../../../../domain/calls/page-editor.ts';
import { toFormSchema, type FormSchema } from '../../../../forms/shared/formSchema.ts';
import type { FormData } from '../../../../forms/shared/formServices.ts';
import { SchemaForm } from '../../../../forms/SchemaForm.tsx';
import { useConsole } from '../../../engine/consoleContext.ts';
import { useFormServices } from '../../../engine/formServices.ts';
import { resourceSections, shownFields } from '../../../engine/recordChanges.ts';
import type { PageEditing } from './usePageEditor.ts';
import { useSectionErrors } from './useSectionErrors.ts';
import { SETTINGS, TEXT } from './useSelectedSection.ts';

type FieldName = Exclude<keyof PageContent, 'cards'>;

/** What a cleared field has in the draft. The type of a page cannot be cleared. */
const EMPTY = {
  title: '',
  name: '',
  theme: 'auto',
  backgroundUrl: null,
  inNavigation: false,
  navigationLabel: null,
  navigationIcon: null,
  navigationOrder: null,
  summary: null,
  category: '',
  tags: [],
  data: '',
} as const satisfies Omit<Pick<PageContent, FieldName>, 'type'>;
const SETTING_NAMES = ['type', ...Object.keys(EMPTY)].filter((name) => name !== 'data') as FieldName[];
const TEXT_NAMES: readonly FieldName[] = ['data'];
/** What the home page does not choose: its address is /, and it is always in the navigation. */
const HOME_NAMES = SETTING_NAMES.filter((name) => name !== 'name' && !/navigation/i.test(name));

/** The page's own text, or its title, address, look and other settings, as its resource declares them. */
export function PageFieldsForm({ editor, section }: { editor: PageEditing; section: typeof SETTINGS | typeof TEXT }) {
  const { content, edit } = editor;
  const { zone, resourceNamed } = useConsole();
  const services = useFormServices();
  const pages = resourceNamed('pages');
  const isHome = editor.state.live.name === HOME_PAGE && content.name === HOME_PAGE;
  const names = section === TEXT ? TEXT_NAMES : isHome ? HOME_NAMES : SETTING_NAMES;
  const isRaw = content.type === 'Raw Html';
  const schema = useMemo(() => pages && fieldsSchema(pages, names, isRaw), [pages, names, isRaw]);
  const sections = useMemo(() => (pages ? resourceSections(pages, names) : []), [pages, names]);
  const data = useMemo(() => formData(content, names), [content, names]);
  const errors = useSectionErrors(editor, section);
  if (!pages || !schema) return null;
  return (
    <>
      {isHome && section === SETTINGS && <p>This is the home page. Its address is always /.</p>}
      <SchemaForm
        schema={schema}
        {...(section === SETTINGS ? { compiledSchema: pages.formSchema.update, sections } : {})}
        validatorUrl={section === SETTINGS ? pages.validators.update : null}
        visible={(form) => shownFields(sections, form)}
        data={data}
        onChange={(form, field) =>
          edit({ ...content, ...editedContent(form, names, content) }, section === TEXT ? TEXT : `${SETTINGS}/${field}`)
        }
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

/** Frames are only allowed in pages of type Raw Html, whose text is edited as source. */
function fieldsSchema({ formSchema }: ClientResource, names: readonly string[], isRaw: boolean): FormSchema {
  const { properties, required = [], ...rest } = toFormSchema(formSchema.update);
  const { data, ...settings } = properties;
  const { 'x-frames': _, ...text } = data ?? { type: 'string' };
  const all = { ...settings, data: isRaw ? { ...text, 'x-frames': true, 'x-source': true } : text };
  return {
    ...rest,
    required: required.filter((name) => name !== 'data' && names.includes(name)),
    properties: Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  };
}

function formData(content: PageContent, names: readonly FieldName[]): FormData {
  const values = names.map((name) => [name, content[name]] as const);
  return Object.fromEntries(
    values.filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

function editedContent(form: FormData, names: readonly FieldName[], before: PageContent): Partial<PageContent> {
  const empty: Record<FieldName, unknown> = { ...EMPTY, type: before.type };
  const order = form['navigationOrder'];
  // What is typed and is no number is not sent.
  const typed = { ...form, navigationOrder: typeof order === 'number' ? order : null };
  return Object.fromEntries(names.map((name) => [name, typed[name as keyof typeof typed] ?? empty[name]]));
}
