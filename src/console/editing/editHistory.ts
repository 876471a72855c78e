export interface EditHistory<Content> {
  past: readonly Content[];
  present: Content;
  future: readonly Content[];
  /** The input that the last change was made in: consecutive typing in one input is one step. */
  last: { input: string; at: number } | null;
}

export type HistoryStep<Content> =
  | { kind: 'change'; content: Content; input: string | null; at: number }
  /** The same content as the server normalized it: not a step to undo. `rewrite` normalizes the other steps. */
  | { kind: 'replace'; content: Content; rewrite: (content: Content) => Content }
  | { kind: 'undo' }
  | { kind: 'redo' };

const MAX_STEPS = 200;
/** Milliseconds in which consecutive changes in one input are one step. */
const PAUSE = 1_200;

export function startHistory<Content>(present: Content): EditHistory<Content> {
  return { past: [], present, future: [], last: null };
}

export function stepHistory<Content>(history: EditHistory<Content>, step: HistoryStep<Content>): EditHistory<Content> {
  const { past, present, future, last } = history;
  switch (step.kind) {
    case 'undo': {
      const before = past.at(-1);
      return before === undefined
        ? history
        : { past: past.slice(0, -1), present: before, future: [present, ...future], last: null };
    }
    case 'redo': {
      const [after, ...rest] = future;
      return after === undefined ? history : { past: [...past, present], present: after, future: rest, last: null };
    }
    case 'replace':
      return { past: past.map(step.rewrite), present: step.content, future: future.map(step.rewrite), last: null };
    case 'change': {
      if (step.content === present) return history;
      const isContinued = step.input !== null && last?.input === step.input && step.at - last.at < PAUSE;
      return {
        past: isContinued ? past : [...past, present].slice(-MAX_STEPS),
        present: step.content,
        future: [],
        last: step.input === null ? null : { input: step.input, at: step.at },
      };
    }
  }
}
