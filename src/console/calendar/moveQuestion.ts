import { createContext, type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { RowChange } from '../../../domain/values/undo.ts';

export type MoveValues = Record<string, Json>;

export interface MoveQuestionProps {
  resource: ClientResource;
  row: Row;
  /** What the calendar would write. */
  values: MoveValues;
  /** There is nothing to ask: these are written. */
  onPlain: (values: MoveValues) => void;
  /** It is written. */
  onDone: (changes: readonly RowChange[]) => void;
  onClose: () => void;
}

/** What a resource asks before the calendar moves one of its rows. */
export type DrawMoveQuestion = (props: MoveQuestionProps) => ReactNode;

/** Null where it asks nothing. */
export const MoveQuestionContext = createContext<DrawMoveQuestion | null>(null);

/** What is to be written, or was; null when it is left as it is. */
export type MoveAnswer = { values: MoveValues } | { changes: readonly RowChange[] } | null;
export type AskMove = (row: Row, values: MoveValues) => Promise<MoveAnswer>;
