import { WISHES_LENGTH } from '../../../../domain/question-calls.ts';
import { FORM_LIMITS } from '../../../../domain/request-form.ts';

export const ANSWERS_MAX_BYTES = 256 * 1024;

export const answersBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    formVersionId: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    answers: { type: 'object', maxProperties: FORM_LIMITS.fields },
    wishes: { type: 'string', maxLength: WISHES_LENGTH },
  },
  dependencies: { formVersionId: ['answers'], answers: ['formVersionId'] },
};
