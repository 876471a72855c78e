import { formatInstant } from '../../../../domain/values/formats.ts';
import type { ReactNode } from 'react';
import type { OpenForm } from '../../../../domain/calls/open-form.ts';
import type { EarlierDraft } from '../../../../domain/calls/request-drafts.ts';
import { carriedOver } from '../../../../domain/requests/request-drafts.ts';
import { changesBetween } from '../../../../domain/requests/form-changes.ts';
import {
  isUnanswered,
  type Answers,
  type CostType,
  type RequestFormSchema,
} from '../../../../domain/requests/request-form.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Page } from '../../../ui/Page.tsx';
import { AnswerValue } from '../submission/AnswerValue.tsx';
import { formatPrice } from './price.ts';
import layout from '../../../ui/layout.module.css';
import styles from './RequestFormPage.module.css';

/** A draft begun on an earlier version. A local copy has answers only, no schema. */
export interface StartedDraft {
  costType: CostType;
  schema: RequestFormSchema | null;
  data: Answers;
  finishUntil: string | null;
}

export function startedDraftOf({ version, data, finishUntil }: EarlierDraft): StartedDraft {
  return { costType: version.costType, schema: version.schema, data, finishUntil };
}

interface VersionChoiceProps {
  open: OpenForm;
  begun: StartedDraft;
  onChoose: (choice: 'current' | 'earlier') => void;
}

export function VersionChoice({ open, begun, onChoose }: VersionChoiceProps) {
  const { timezone } = useModel().site;
  const until = begun.finishUntil === null ? null : formatInstant(begun.finishUntil, timezone);
  return (
    <Page title={open.form.title} back={{ to: '/requests/navigate', label: 'All requests' }}>
      <Card title="This form has changed since you started" className={styles.choice}>
        <Comparison open={open} begun={begun} />
        <p>
          {until === null
            ? 'The form as you started it can no longer be submitted. Answers that still fit are kept.'
            : `You can reuse the answers that still fit, or finish the form as you started it until ${until}, at its earlier price.`}
        </p>
        <div className={layout.toolbar3}>
          <Button variant="primary" onClick={() => onChoose('current')}>
            Continue with the new form
          </Button>
          {until !== null && <Button onClick={() => onChoose('earlier')}>Finish the form as I started it</Button>}
        </div>
      </Card>
    </Page>
  );
}

function Comparison({ open: { version, files }, begun }: Pick<VersionChoiceProps, 'open' | 'begun'>) {
  const { schema, data, costType } = begun;
  const retained = carriedOver(data, schema, version.schema);
  const before = formatPrice(costType, schema, data);
  const after = formatPrice(version.costType, version.schema, retained);
  const changes = schema && changesBetween(schema, version.schema);
  const added = schema ? version.schema['x-order'].filter((name) => !Object.hasOwn(schema.properties, name)) : [];
  const lost = (schema?.['x-order'] ?? []).filter((name) => !isUnanswered(data[name]) && retained[name] === undefined);
  return (
    <dl className={styles.comparison}>
      <div>
        <dt>Price</dt>
        {before === after ? (
          <dd>
            {after}
            {!changes?.isRepriced && ', as before'}
          </dd>
        ) : (
          <dd>
            <del>{before}</del> <ins>{after}</ins>
          </dd>
        )}
      </div>
      {added.length > 0 && (
        <Listed term="New questions">
          {added.map((name) => (
            <li key={name}>
              {version.schema.properties[name]?.title ?? name}
              {version.schema.required.includes(name) && <span className={styles.quiet}> (required)</span>}
            </li>
          ))}
        </Listed>
      )}
      {changes && changes.changed.length > 0 && (
        <Listed term="Changed questions">
          {changes.changed.map(({ title, what }) => (
            <li key={title}>
              {title}: {what.join(', ')}
            </li>
          ))}
        </Listed>
      )}
      {changes && changes.removed.length > 0 && (
        <Listed term="Removed questions">
          {changes.removed.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </Listed>
      )}
      {lost.length > 0 && (
        <Listed term="Your answers that do not fit the new form">
          {lost.map((name) => {
            const field = schema?.properties[name];
            return (
              field && (
                <li key={name}>
                  {field.title}: <AnswerValue field={field} value={data[name]} files={files} />
                </li>
              )
            );
          })}
        </Listed>
      )}
    </dl>
  );
}

function Listed({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <ul>{children}</ul>
      </dd>
    </div>
  );
}
