import { useId, useState, type ReactNode } from 'react';
import { formatInstant } from '../../../domain/values/formats.ts';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';

export type Side = 'mine' | 'theirs';

export interface DraftConflict {
  /** Of their draft. */
  version: string | number;
  savedBy: string | null;
  savedAt: string | null;
  /** What both changed, each with its differences from theirs to mine. One without a title is the whole draft. */
  parts: readonly { key: string; title?: ReactNode; differences: ReactNode }[];
  /** Theirs is the published version, because the draft no longer exists. */
  isPublished?: boolean;
  /** What becomes of the side that is not chosen. */
  note: string;
  /** The chosen side of each part. */
  onResolve: (choices: ReadonlyMap<string, Side>) => void;
}

/** Resolves conflicting changes of two editors, one after another. Changes that do not conflict are kept from both. */
export function ConflictDialog(props: DraftConflict & { noun: string }) {
  const { noun, savedBy, savedAt, parts, isPublished = false, note, onResolve } = props;
  const { timezone } = useModel().site;
  const lead = useId();
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const part = parts[choices.size];
  if (!part) return null;
  const choose = (side: Side) => {
    const chosen = new Map([...choices, [part.key, side] as const]);
    setChoices(chosen);
    if (chosen.size === parts.length) onResolve(chosen);
  };
  return (
    <Dialog
      role="alertdialog"
      describedBy={lead}
      title={isPublished ? `The ${noun} was published or its draft was discarded` : `Someone else changed this ${noun}`}
      width={680}
      actions={
        <>
          <Button onClick={() => choose('theirs')}>{isPublished ? `Load the ${noun}` : 'Use theirs'}</Button>
          <Button variant="primary" onClick={() => choose('mine')}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        <p id={lead}>
          {isPublished
            ? `This happened at the scheduled time, or someone else did it after you opened the ${noun}.`
            : `${savedBy ?? 'Someone'} saved it${savedAt === null ? '' : ` on ${formatInstant(savedAt, timezone)}`}, after you opened it.`}{' '}
          {part.title === undefined
            ? 'Your changes are not saved yet.'
            : parts.length === 1
              ? 'You both changed one thing. All other changes are merged.'
              : `You both changed these ${parts.length} things. All other changes are merged.`}
        </p>
        {part.title === undefined ? (
          <p>Your version compared with theirs:</p>
        ) : (
          <h3 aria-live="polite">
            {part.title}
            {parts.length > 1 && `, ${choices.size + 1} of ${parts.length}`}
          </h3>
        )}
        {part.differences}
        <p>{note}</p>
      </div>
    </Dialog>
  );
}
