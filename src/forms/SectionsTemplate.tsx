import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { Fragment, use } from 'react';
import { Card } from '../ui/Card.tsx';
import { FormLayoutContext, InsertedPartContext } from './FormEnvironment.ts';
import layout from '../ui/layout.module.css';
import styles from './SchemaForm.module.css';

/** RJSF's object template: sections as cards, without fields hidden by rules. */
export function SectionsTemplate({ properties }: ObjectFieldTemplateProps) {
  const { sections, visible } = use(FormLayoutContext);
  const inserted = use(InsertedPartContext);
  const contents = new Map(properties.map((property) => [property.name, property.content]));
  const shown = sections
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => contents.has(name) && (visible?.has(name) ?? true)),
    }))
    .filter((section) => section.fields.length > 0);
  return (
    <>
      {shown.map((section) => (
        <Fragment key={section.section}>
          <Card
            className={styles.section}
            {...(section.section ? { title: section.section } : {})}
            {...(section.description ? { description: section.description } : {})}
          >
            <div className={layout.stack6}>{section.fields.map((name) => contents.get(name))}</div>
          </Card>
          {inserted && section.fields.includes(inserted.after) && inserted.content}
        </Fragment>
      ))}
    </>
  );
}
