import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { When } from '../../../requests/When.tsx';
import { AnswerValue } from './AnswerValue.tsx';
import styles from './SubmissionPage.module.css';

export function Revisions({ detail }: { detail: SubmissionDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const {
    revisions,
    formVersion: { schema },
    files,
  } = detail;
  if (revisions.length < 2) return null;
  const changes = revisions.slice(1).map((revision, index) => ({ revision, before: revisions[index]?.data ?? {} }));
  return (
    <Card
      title="Changes to the answers"
      description={`${revisions.length} revisions`}
      actions={
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen &&
        changes.map(({ revision, before }) => (
          <section key={revision.number} className={styles.section}>
            <h3 className={styles.sectionTitle}>
              Revision {revision.number}, {revision.by}, <When at={revision.at} />
            </h3>
            <dl className={styles.changes}>
              {schema['x-order']
                .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(revision.data[name] ?? null))
                .map((name) => {
                  const field = schema.properties[name];
                  return (
                    field && (
                      <div key={name}>
                        <dt>{field.title}</dt>
                        <dd>
                          <del>
                            <AnswerValue field={field} value={before[name]} files={files} />
                          </del>
                        </dd>
                        <dd>
                          <ins>
                            <AnswerValue field={field} value={revision.data[name]} files={files} />
                          </ins>
                        </dd>
                      </div>
                    )
                  );
                })}
            </dl>
          </section>
        ))}
    </Card>
  );
}
