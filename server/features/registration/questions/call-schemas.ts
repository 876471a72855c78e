import { WISHES_LENGTH } from '../../../../domain/question-calls.ts';
import { FORM_LIMITS } from '../../../../domain/requests/request-form.ts';
import { ID_NUMBER } from '../../../platform/http/request-schemas.ts';

export const ANSWERS_MAX_BYTES = 256 * 1024;

export const answersBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    formVersionId: ID_NUMBER,
    answers: { type: 'object', maxProperties: FORM_LIMITS.fields },
    wishes: { type: 'string', maxLength: WISHES_LENGTH },
  },
  dependencies: { formVersionId: ['answers'], answers: ['formVersionId'] },
};
