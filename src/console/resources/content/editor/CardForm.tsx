import { useEffect, useMemo, useRef, useState } from 'react';
import type { CardTypeInfo, PageCard } from '../../../../../domain/calls/page-editor.ts';
import type { FormData, FormServices } from '../../../../forms/shared/formServices.ts';
import { SchemaForm } from '../../../../forms/SchemaForm.tsx';
import { REQUIRED } from '../../../../forms/validationMessages.ts';
import { useConsole } from '../../../engine/consoleContext.ts';
import { useFormServices } from '../../../engine/formServices.ts';
import { cardFormData, cardFormSchema, cardOfForm, dataOfForm, placeInForm, TITLE } from './cardForm.ts';
import { changeCard } from './contentEdits.ts';
import type { PageEditing } from './usePageEditor.ts';
import { useSectionErrors } from './useSectionErrors.ts';

/** The form generated from the card type's schema. */
export function CardForm({ editor, card, info }: { editor: PageEditing; card: PageCard; info: CardTypeInfo }) {
  const { content, edit } = editor;
  const { zone } = useConsole();
  const schema = useMemo(() => cardFormSchema(info), [info]);
  const [data, setTyped] = useTypedForm(editor.attempt, card, info);
  const errors = useSectionErrors(editor, card.key);
  const { services, describe } = useDescribingServices();
  useTypedFocus(card.title === '' ? TITLE : null);
  const change = (next: FormData, field: string) => {
    const form = describe(next, data);
    setTyped(form);
    if (!isFormOf(form, card, info))
      edit(changeCard(content, card.key, cardOfForm(form, info)), `${card.key}/${field}`);
  };
  return (
    <SchemaForm
      schema={schema}
      compiledSchema={info.schema}
      validatorUrl={info.validatorUrl}
      data={data}
      onChange={change}
      onSubmit={() => undefined}
      prune={(form) => dataOfForm(form, info) as FormData}
      displayedPlace={(place, form) => placeInForm(place, info, form)}
      check={(form) => (typeof form[TITLE] === 'string' && form[TITLE].trim() !== '' ? {} : { [TITLE]: REQUIRED })}
      serverErrors={errors}
      isRefusalShown
      hasSummary={editor.refusals.length > 0}
      services={services}
      timezone={zone}
    />
  );
}

/** Keeps the raw input, including empty list entries, while it is equivalent to the card and until the next attempt to publish. */
function useTypedForm(
  attempt: number,
  card: PageCard,
  info: CardTypeInfo,
): [data: FormData, setTyped: (form: FormData) => void] {
  const [typed, setTyped] = useState<{ form: FormData; attempt: number } | null>(null);
  const data = useMemo(() => {
    const isCurrent = typed !== null && typed.attempt === attempt && isFormOf(typed.form, card, info);
    return isCurrent ? typed.form : cardFormData(card, info);
  }, [typed, attempt, card, info]);
  return [data, (form) => setTyped({ form, attempt })];
}

function isFormOf(form: FormData, { title, data }: PageCard, info: CardTypeInfo): boolean {
  return JSON.stringify(cardOfForm(form, info)) === JSON.stringify({ title, data });
}

const ALTERNATIVES = [['imageUrl', 'imageAlt']] as const;

/** Copies a chosen picture's alternative text into the card's field for it, unless that has been filled in by hand. */
function useDescribingServices(): { services: FormServices; describe: (next: FormData, before: FormData) => FormData } {
  const services = useFormServices();
  const words = useRef(new Map<string, string>());
  const described = useMemo((): FormServices => {
    const { images } = services;
    return images
      ? { ...services, images: { ...images, onChosen: ({ file, alt }) => words.current.set(file, alt) } }
      : services;
  }, [services]);
  const describe = (next: FormData, before: FormData) => {
    const changed: FormData = { ...next };
    for (const [picture, alternative] of ALTERNATIVES) {
      const file = next[picture];
      if (file === before[picture]) continue;
      const old = typeof before[picture] === 'string' ? words.current.get(before[picture]) : undefined;
      const isOwn = typeof next[alternative] === 'string' && next[alternative] !== '' && next[alternative] !== old;
      const suggested = typeof file === 'string' ? words.current.get(file) : '';
      if (isOwn || suggested === undefined) continue;
      if (suggested === '') delete changed[alternative];
      else changed[alternative] = suggested;
    }
    return changed;
  };
  return { services: described, describe };
}

/** Focuses the first field of something newly created, once. */
function useTypedFocus(field: string | null): void {
  const wanted = useRef(field);
  useEffect(() => {
    if (wanted.current !== null)
      document.querySelector<HTMLElement>(`[data-section-form] [id$="_${wanted.current}"]`)?.focus();
    wanted.current = null;
  }, []);
}
