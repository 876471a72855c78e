import { useState } from 'react';
import type { MessageTemplate } from '../../../../domain/messages/message-template.ts';
import type { TemplateDetail } from '../../../../domain/message-template-calls.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import { formatInstant, formatInstantFully } from '../../values/formats.ts';
import { Comparison } from './Comparison.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './templates.module.css';

interface HistoryPaneProps {
  detail: TemplateDetail;
  isDirty: boolean;
  isBusy: boolean;
  /** null: the shipped text. */
  onRevert: (template: MessageTemplate | null) => void;
}

/** Every saved version, newest first, and the shipped text: what each changed, and the way back to it. */
export function HistoryPane({ detail, isDirty, isBusy, onRevert }: HistoryPaneProps) {
  const { timezone } = useModel().site;
  const [compared, setCompared] = useState<number | null>(null);
  const { versions, shipped, state, canSave } = detail;
  const entry = (number: number, template: MessageTemplate | null, before: MessageTemplate | null, isUsed: boolean) => (
    <div className={layout.stack2}>
      <div className={layout.toolbar2}>
        {before !== null && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={compared === number}
            onClick={() => setCompared(compared === number ? null : number)}
          >
            What it changed
          </Button>
        )}
        {canSave && !isUsed && (
          <Button size="small" icon="rotate-ccw" busy={isBusy} disabled={isDirty} onClick={() => onRevert(template)}>
            {template === null ? 'Use the shipped text' : `Use version ${number}`}
          </Button>
        )}
      </div>
      {compared === number && before !== null && <Comparison before={before} after={template ?? shipped} />}
    </div>
  );
  return (
    <div className={layout.stack4}>
      {isDirty && <p className={styles.quiet}>Save or discard your changes before you go back to an earlier text.</p>}
      <Timeline>
        {versions.map(({ number, template, savedAt, savedBy }, index) => (
          <TimelineEntry key={number} icon={template === null ? 'rotate-ccw' : 'pencil'}>
            <p>
              <strong>Version {number}</strong>
              {template === null && ': the shipped text'}{' '}
              {index === 0 && state !== 'faulty' && <Chip tone="green">Used now</Chip>}
            </p>
            <p className={styles.quiet}>
              {savedBy ?? 'Somebody'},{' '}
              <time dateTime={savedAt} title={formatInstantFully(savedAt, timezone)}>
                {formatInstant(savedAt, timezone)}
              </time>
            </p>
            {entry(number, template, versions[index + 1]?.template ?? shipped, index === 0)}
          </TimelineEntry>
        ))}
        <TimelineEntry icon="archive">
          <p>
            <strong>Shipped text</strong> {versions.length === 0 && <Chip tone="green">Used now</Chip>}
          </p>
          {entry(0, null, null, state === 'shipped')}
        </TimelineEntry>
      </Timeline>
    </div>
  );
}
