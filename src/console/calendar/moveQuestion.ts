import { createContext, type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { RowChange } from '../../../domain/calls/row-parts.ts';

export type MoveValues = Record<string, Json>;

/** What is still to be written, or has been written. */
export type MoveAnswer = { values: MoveValues } | { changes: readonly RowChange[] };

export interface MoveQuestionProps {
  resource: ClientResource;
  row: Row;
  values: MoveValues;
  /** null: the row stays as it is. */
  onAnswer: (answer: MoveAnswer | null) => void;
}

/** The dialog that a resource shows before the calendar moves one of its rows. */
export type DrawMoveQuestion = (props: MoveQuestionProps) => ReactNode;

export const MoveQuestionContext = createContext<DrawMoveQuestion | null>(null);
