import { useState } from 'react';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { unformattable } from '../html/unformattable.ts';
import { HtmlInput } from './HtmlInput.tsx';
import type { RichTextProps } from './RichTextEditor.tsx';
import styles from './RichTextEditor.module.css';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

const RichTextEditor = lazyComponent(() => import('./RichTextEditor.tsx').then((module) => module.RichTextEditor));

/** The editor is large, so it is loaded when rendered. HTML that it would damage, and raw HTML fields, are edited as source. */
export function RichTextInput(props: RichTextProps) {
  const html = typeof props.value === 'string' ? props.value : '';
  const lost = unformattable(html);
  const [chosen, setChosen] = useState<'rich' | 'html'>(props.property['x-source'] ? 'html' : 'rich');
  const isHtml = lost.length > 0 || chosen === 'html';
  const isOffered = props.property['x-frames'] === true || isHtml;
  return (
    <>
      {isOffered && !props.disabled && (
        <RadioGroup
          label={<span className="visually-hidden">{props.label}, edited as</span>}
          inline
          choices={[
            { value: 'rich', label: 'Rich text', disabled: lost.length > 0 },
            { value: 'html', label: 'HTML' },
          ]}
          value={isHtml ? 'html' : 'rich'}
          onChange={(mode) => setChosen(mode === 'html' ? 'html' : 'rich')}
        />
      )}
      {lost.length > 0 && (
        <p className={styles.note}>
          This text has {lost.join(', ')}, which the rich text editor cannot keep. Edit it as HTML.
        </p>
      )}
      {isHtml ? (
        <HtmlInput {...props} />
      ) : (
        <CodeBoundary fallback={<Skeleton height={160} />}>
          <RichTextEditor {...props} />
        </CodeBoundary>
      )}
    </>
  );
}
