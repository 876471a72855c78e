import { htmlTextWithTargets } from '../../../../domain/html/html-text.ts';
import type { MessageTemplate } from '../../../../domain/messages/message-template.ts';
import { FieldChanges } from '../../editing/FieldChanges.tsx';
import layout from '../../../ui/layout.module.css';

interface TemplateChangesProps {
  before: MessageTemplate;
  after: MessageTemplate;
  headingLevel?: 2 | 3;
  sides?: readonly [before: string, after: string];
}

/** The differences between two texts, with the changed words marked. */
export function TemplateChanges({ before, after, headingLevel = 2, sides }: TemplateChangesProps) {
  const fields = [
    { name: 'subject', title: 'Subject', before: before.subject, after: after.subject },
    { name: 'body', title: 'Text', before: htmlTextWithTargets(before.body), after: htmlTextWithTargets(after.body) },
  ].filter((field) => field.before !== field.after || (field.name === 'body' && before.body !== after.body));
  if (fields.length === 0) return <p>No differences.</p>;
  return (
    <div className={layout.stack3}>
      <FieldChanges
        headingLevel={headingLevel}
        {...(sides && { sides })}
        fields={fields.map((field) => ({ ...field, reference: null, removedPictures: [], addedPictures: [] }))}
      />
    </div>
  );
}
