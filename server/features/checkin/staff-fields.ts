export const version = { type: 'string', minLength: 1, maxLength: 16 };

/** Of domain/door-calls.ts. */
export const deliberately = {
  reason: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description:
      'For a seat above the capacity or before others, or without an agreement to the terms; why a ticket is cancelled',
  },
  agreedTo: { ...version, description: 'The version of the terms that the person agrees to now' },
  withoutTerms: { const: true, description: 'They take part without having agreed' },
};
