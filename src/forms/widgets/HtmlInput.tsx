import { use } from 'react';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { FormEnvironmentContext } from '../shared/FormEnvironment.ts';
import { breakIntoLines } from '../html/breakIntoLines.ts';
import { removedParts } from '../../../domain/html/html-removed.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import inputs from './inputs.module.css';
import styles from './RichTextEditor.module.css';

/** Up to this many removals are listed; beyond that only their number. */
const MAX_LISTED = 6;

/** HTML source. Lists what sanitizing will remove while the user types. */
export function HtmlInput(props: WidgetProps) {
  const frameHosts = use(FormEnvironmentContext)?.services.frameHosts ?? [];
  const html = typeof props.value === 'string' ? props.value : '';
  const allowsFrames = props.property['x-frames'] === true;
  const removed = removedParts(html, allowsFrames ? { frameHosts } : {});
  const rows = Math.min(28, Math.max(8, breakIntoLines(html).split('\n').length + 1));
  return (
    <>
      <TextArea
        {...inputAttributes(props)}
        aria-labelledby={props.labelId}
        className={classNames(inputs.code, styles.source)}
        rows={rows}
        spellCheck={false}
        value={breakIntoLines(html)}
        onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      {allowsFrames && (
        <p className={styles.note}>
          {frameHosts.length > 0 ? (
            <>
              You can embed pages from these sites: {frameHosts.join(', ')}. Embedded pages from other sites are
              removed.
            </>
          ) : (
            'You cannot embed pages from other sites.'
          )}
        </p>
      )}
      <div role="status">
        {removed.length > 0 && (
          <div className={styles.removed}>
            <p>
              <Icon name="triangle-alert" size={16} />
              This is removed when you save:
            </p>
            <ul>
              {removed.slice(0, MAX_LISTED).map((part) => (
                <li key={part}>{part}</li>
              ))}
              {removed.length > MAX_LISTED && <li>and {removed.length - MAX_LISTED} more</li>}
            </ul>
          </div>
        )}
      </div>
    </>
  );
}
