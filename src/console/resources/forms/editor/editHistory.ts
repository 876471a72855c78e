import type { RequestFormSchema } from '../../../../../domain/request-form.ts';

/** The form as it is, and the ways back and forth. */
export interface EditHistory {
  past: readonly RequestFormSchema[];
  present: RequestFormSchema;
  future: readonly RequestFormSchema[];
  /** What the last change was part of: typing one label is one step. */
  last: { part: string; at: number } | null;
}

export type HistoryStep =
  | { kind: 'change'; schema: RequestFormSchema; part: string | null; at: number }
  | { kind: 'undo' }
  | { kind: 'redo' };

const STEPS_KEPT = 200;
/** Milliseconds in which further changes of the same part belong to one step. */
const PAUSE = 1_200;

export function startHistory(present: RequestFormSchema): EditHistory {
  return { past: [], present, future: [], last: null };
}

export function stepHistory(history: EditHistory, step: HistoryStep): EditHistory {
  const { past, present, future, last } = history;
  switch (step.kind) {
    case 'undo': {
      const before = past.at(-1);
      return before ? { past: past.slice(0, -1), present: before, future: [present, ...future], last: null } : history;
    }
    case 'redo': {
      const [after, ...rest] = future;
      return after ? { past: [...past, present], present: after, future: rest, last: null } : history;
    }
    case 'change': {
      if (step.schema === present) return history;
      const goesOn = step.part !== null && last?.part === step.part && step.at - last.at < PAUSE;
      return {
        past: goesOn ? past : [...past, present].slice(-STEPS_KEPT),
        present: step.schema,
        future: [],
        last: step.part === null ? null : { part: step.part, at: step.at },
      };
    }
  }
}
