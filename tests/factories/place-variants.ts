import type { PropertySchema } from '../../domain/declarations/schemas.ts';

/** An object with two variants that share `notes`: a room or an online address. */
export const PLACE_VARIANTS = {
  type: 'object',
  title: 'Place',
  discriminator: { propertyName: 'kind' },
  oneOf: [
    {
      type: 'object',
      title: 'Room',
      additionalProperties: false,
      required: ['kind', 'room'],
      properties: {
        kind: { type: 'string', const: 'room' },
        room: { type: 'string', title: 'Room number', minLength: 1, maxLength: 10 },
        notes: { type: 'string', title: 'Notes' },
      },
    },
    {
      type: 'object',
      title: 'Online',
      additionalProperties: false,
      required: ['kind', 'address'],
      properties: {
        kind: { type: 'string', const: 'online' },
        address: { type: 'string', title: 'Address', format: 'uri' },
        notes: { type: 'string', title: 'Notes' },
      },
    },
  ],
} as const satisfies PropertySchema;
