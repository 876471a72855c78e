/** What is being edited as it is, and the ways back and forth. */
export interface EditHistory<Content> {
  past: readonly Content[];
  present: Content;
  future: readonly Content[];
  /** What the last change was part of: typing one label is one step. */
  last: { part: string; at: number } | null;
}

export type HistoryStep<Content> =
  | { kind: 'change'; content: Content; part: string | null; at: number }
  /** The same in other words, as the server has it now: no step that could be taken back. The others are put in these words too. */
  | { kind: 'replace'; content: Content; rewrite: (content: Content) => Content }
  | { kind: 'undo' }
  | { kind: 'redo' };

const STEPS_KEPT = 200;
/** Milliseconds in which further changes of the same part belong to one step. */
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
      const goesOn = step.part !== null && last?.part === step.part && step.at - last.at < PAUSE;
      return {
        past: goesOn ? past : [...past, present].slice(-STEPS_KEPT),
        present: step.content,
        future: [],
        last: step.part === null ? null : { part: step.part, at: step.at },
      };
    }
  }
}
