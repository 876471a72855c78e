import type { ReactNode } from 'react';
import type { Json } from '../../../domain/values/json.ts';
import type { Field } from '../../../domain/declarations/model.ts';

/** Draws a part of a value as a field of its kind. */
export type DrawPart = (field: Field, value: Json) => ReactNode;
