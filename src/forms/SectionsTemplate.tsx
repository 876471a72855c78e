import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { Fragment, use } from 'react';
import { Card } from '../ui/Card.tsx';
import { FoldingSection } from './FoldingSection.tsx';
import { FormLayoutContext, InsertedPartContext } from './shared/FormEnvironment.ts';
import { isEmptyValue } from './shared/formSchema.ts';
import { sectionId, startsCollapsed } from './sections.ts';
import layout from '../ui/layout.module.css';
import styles from './SchemaForm.module.css';

/** RJSF's object template: sections as cards, without fields hidden by rules. */
export function SectionsTemplate({ properties, schema, formData }: ObjectFieldTemplateProps) {
  const { sections, visible, summarize } = use(FormLayoutContext);
  const inserted = use(InsertedPartContext);
  const contents = new Map(properties.map((property) => [property.name, property.content]));
  const shown = sections
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => contents.has(name) && (visible?.has(name) ?? true)),
    }))
    .filter((section) => section.fields.length > 0);
  const data = (formData ?? {}) as Record<string, unknown>;
  const isMissing = (name: string) => schema.required?.includes(name) === true && isEmptyValue(data[name]);
  return (
    <>
      {shown.map((section, index) => {
        const fields = <div className={layout.stack6}>{section.fields.map((name) => contents.get(name))}</div>;
        return (
          <Fragment key={section.section}>
            {summarize && startsCollapsed(section, index, shown.length) ? (
              <FoldingSection {...{ section, summarize }} startsOpen={section.fields.some(isMissing)}>
                {fields}
              </FoldingSection>
            ) : (
              <Card
                className={styles.section}
                {...(summarize ? { id: sectionId(section.section) } : {})}
                {...(section.section ? { title: section.section } : {})}
                {...(section.description ? { description: section.description } : {})}
              >
                {fields}
              </Card>
            )}
            {inserted && section.fields.includes(inserted.after) && inserted.content}
          </Fragment>
        );
      })}
    </>
  );
}
