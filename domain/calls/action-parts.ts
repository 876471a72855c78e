import type { PropertySchema } from '../declarations/schemas.ts';
import type { Json } from '../values/json.ts';
import { BulkAnswer, RowIds } from './row-parts.ts';
import { Type, type Static } from './type.ts';

/**
 * Of inputs, by name: what differs from their declaration for certain records, such as the value that they start with. They are required
 * unless `isOptional`.
 */
const InputsForRows = Type.Dictionary(
  Type.Unsafe<Partial<PropertySchema> & { isOptional?: boolean }>({ type: 'object' }),
);
export type InputsForRows = Static<typeof InputsForRows>;

export const NotedPlace = Type.Object({
  label: Type.String(),
  detail: Type.String(),
  /** Where it can be edited; null where the caller cannot edit it or it is declared in config/. */
  to: Type.Nullable(Type.String()),
});
export type NotedPlace = Static<typeof NotedPlace>;

/** A sentence, or one with the places that it is about. `refusal`: because of it, the action cannot be run. */
const PlanNote = Type.Union(
  Type.String(),
  Type.Object({
    text: Type.String(),
    places: Type.Array(NotedPlace),
    tone: Type.Optional(Type.Enum(['warning', 'refusal'])),
  }),
);
export type PlanNote = Static<typeof PlanNote>;

/** One of the things that an action writes. `fault`: what speaks against it. */
const PlanItem = Type.Object({
  key: Type.String(),
  label: Type.String(),
  note: Type.String(),
  fault: Type.Nullable(Type.String()),
  /** It cannot be left out. */
  isFixed: Type.Boolean(),
  isLeft: Type.Boolean(),
});
export type PlanItem = Static<typeof PlanItem>;

/** `leave`: the input that takes the keys of those that the caller leaves out; null: none can be. */
const PlanItems = Type.Object({
  label: Type.String(),
  leave: Type.Nullable(Type.String()),
  items: Type.Array(PlanItem),
});
export type PlanItems = Static<typeof PlanItems>;

/**
 * The question, about the records with which the action can be run. `asks`: whether it comes before the action. `inputs`: only these are
 * asked for, and all of them required; null: all, as declared.
 */
export const ActionPlan = Type.Object({
  ids: RowIds,
  title: Type.String(),
  notes: Type.Array(PlanNote),
  items: Type.Optional(PlanItems),
  effect: Type.Optional(
    Type.String({
      description: 'What the action would do. Send it with the action, which is refused if it has changed',
    }),
  ),
  button: Type.String(),
  asks: Type.Boolean(),
  inputs: Type.Nullable(InputsForRows),
  typed: Type.Optional(Type.String({ description: 'The text that the caller must type to confirm' })),
});
export type ActionPlan = Static<typeof ActionPlan>;

/** A secret or a link, in the first answer only. */
const ShownResult = Type.Object({ title: Type.String(), text: Type.String(), value: Type.String() });
export type ShownResult = Static<typeof ShownResult>;

/**
 * `done`: what is said about it; null where its label says enough. `changes` is empty where the action cannot be undone. `shown`: the
 * result, where the action declares that it is shown.
 */
export const ActionAnswer = Type.Object({
  ...BulkAnswer.properties,
  done: Type.Nullable(Type.String()),
  result: Type.Unsafe<Json>(),
  shown: Type.Optional(ShownResult),
});
export type ActionAnswer = Static<typeof ActionAnswer>;
