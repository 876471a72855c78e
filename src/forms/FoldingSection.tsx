import { use, useEffect, useId, useState, type ReactNode } from 'react';
import type { FormSection } from '../../domain/declarations/resource-config.ts';
import { classNames } from '../ui/classNames.ts';
import card from '../ui/Card.module.css';
import { Icon } from '../ui/Icon.tsx';
import { FormDataContext, FormErrorsContext, type SectionSummary } from './shared/FormEnvironment.ts';
import { fieldAt } from './shared/places.ts';
import { goToSection, sectionId } from './sections.ts';
import styles from './SchemaForm.module.css';

interface FoldingSectionProps {
  section: FormSection;
  summarize: SectionSummary;
  startsOpen: boolean;
  children: ReactNode;
}

/** A section that begins as a line with its values. An error in it, its address and the browser's search open it. */
export function FoldingSection({ section, summarize, startsOpen, children }: FoldingSectionProps) {
  const id = sectionId(section.section);
  const heading = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  const errors = use(FormErrorsContext);
  const hasError = Object.keys(errors).some((place) => section.fields.includes(fieldAt(place)));
  const [seenErrors, setSeenErrors] = useState(errors);
  if (errors !== seenErrors) {
    setSeenErrors(errors);
    if (hasError) setOpen(true);
  }
  useEffect(() => {
    if (window.location.hash === `#${id}`) goToSection(id);
  }, [id]);
  return (
    <section id={id} aria-labelledby={heading} className={classNames(card.card, styles.section, styles.folding)}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.fold}>
          <div className={styles.foldText}>
            <h2 id={heading} className={card.title}>
              {section.section}
            </h2>
            {!isOpen && <Summary fields={section.fields} summarize={summarize} />}
          </div>
          <Icon name="chevron-down" size={20} className={styles.chevron} />
        </summary>
        <div className={styles.folded}>
          {section.description && <p className={card.description}>{section.description}</p>}
          {children}
        </div>
      </details>
    </section>
  );
}

function Summary({ fields, summarize }: { fields: readonly string[]; summarize: SectionSummary }) {
  return <p className={styles.summary}>{summarize(fields, use(FormDataContext))}</p>;
}
