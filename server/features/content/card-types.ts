import type { CardType } from '../../../domain/calls/pages.ts';
import type { CardTypeInfo } from '../../../domain/calls/page-editor.ts';
import type { CardDeclaration, Model } from '../../../domain/declarations/model.ts';
import { validatorFor, type ValidatorSource } from '../../resources/validators.ts';

export function cardTypes(model: Model): CardTypeInfo[] {
  return [...model.cardTypes.values()].map(({ type, schema }) => ({
    type: type as CardType,
    label: schema.title,
    description: schema.description ?? '',
    icon: schema['x-icon'],
    schema: publicSchema(schema),
    validatorUrl: validatorFor(publicSchema(schema)).url,
  }));
}

/** Lets a process compile validators of card types that another process has listed. */
export function cardTypeSchemas(model: Model): ValidatorSource {
  return async (hash) =>
    [...model.cardTypes.values()]
      .map(({ schema }) => publicSchema(schema))
      .find((schema) => validatorFor(schema).hash === hash);
}

function publicSchema(schema: CardDeclaration['schema']): CardDeclaration['schema'] {
  const {
    $schema: _schema,
    $comment: _comment,
    ...rest
  } = schema as CardDeclaration['schema'] & { $schema?: string; $comment?: string };
  return { ...rest, required: rest.required ?? [] };
}
