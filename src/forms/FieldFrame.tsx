import type { FieldTemplateProps } from '@rjsf/utils';
import { FieldError, FieldHelp } from '../ui/Field.tsx';
import field from '../ui/Field.module.css';
import { choicesOf, declaredProperty, widgetOf, type FormProperty } from './shared/formSchema.ts';
import { WIDGET_TRAITS, type WidgetTraits } from './shared/widgetTraits.ts';
import { isFew } from './widgets/Choices.tsx';

/** Id of the label (or legend) of the control with this id. */
export function labelIdOf(id: string): string {
  return `${id}-label`;
}

/** RJSF's field template: label, help, control and error. The root has no frame. */
export function FieldFrame({ id, label, registry, required, rawErrors, fieldPathId, children }: FieldTemplateProps) {
  if (fieldPathId.path.length === 0) return <>{children}</>;
  const property = declaredProperty(registry, String(fieldPathId.path[0]));
  const error = rawErrors?.join('; ');
  const heading = (
    <>
      {label}
      {!required && <span className={field.optional}> (optional)</span>}
    </>
  );
  switch (fieldFrame(property)) {
    case 'text':
      return (
        <div className={field.field}>
          {property.title && <p className={field.label}>{label}</p>}
          {children}
        </div>
      );
    case 'check':
      return (
        <div className={field.field}>
          {children}
          <FieldHelp controlId={id}>{property.description}</FieldHelp>
          <FieldError controlId={id}>{error}</FieldError>
        </div>
      );
    case 'group':
      return (
        <fieldset
          className={field.field}
          aria-describedby={describedBy(id, property.description, error)}
          {...(error ? { 'aria-invalid': true } : {})}
        >
          <legend id={labelIdOf(id)} className={field.label}>
            {heading}
          </legend>
          <FieldHelp controlId={id}>{property.description}</FieldHelp>
          {children}
          <FieldError controlId={id}>{error}</FieldError>
        </fieldset>
      );
    default:
      return (
        <div className={field.field}>
          <label id={labelIdOf(id)} htmlFor={id} className={field.label}>
            {heading}
          </label>
          <FieldHelp controlId={id}>{property.description}</FieldHelp>
          {children}
          <FieldError controlId={id}>{error}</FieldError>
        </div>
      );
  }
}

function describedBy(id: string, help: string | undefined, error: string | undefined): string | undefined {
  return [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

export type Frame = Exclude<WidgetTraits['frame'], 'choices'>;

/** The frame of a property's input. */
export function fieldFrame(property: FormProperty): Frame {
  const { frame } = WIDGET_TRAITS[widgetOf(property)];
  if (frame !== 'choices') return frame;
  return isFew(choicesOf(property)) ? 'group' : 'label';
}
