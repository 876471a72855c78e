import { useState } from 'react';
import type { FormSection } from '../../../domain/declarations/resource-config.ts';
import { goToSection, sectionId, startsCollapsed } from '../../forms/sections.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './form.module.css';

/** Fewer sections are visible together. */
const FEWEST_SECTIONS = 4;

/** Beside a long form: jumps to its sections. */
export function SectionList({ sections }: { sections: readonly FormSection[] }) {
  const [isAllOpen, setAllOpen] = useState(false);
  if (sections.length < FEWEST_SECTIONS) return null;
  const titles = sections.map(({ section }) => section);
  const canExpand = sections.some((section, index) => startsCollapsed(section, index, sections.length));
  const openAll = () => {
    for (const title of titles) {
      const details = document.getElementById(sectionId(title))?.querySelector('details');
      if (details) details.open = !isAllOpen;
    }
    setAllOpen(!isAllOpen);
  };
  return (
    <nav aria-label="Sections" className={styles.sections}>
      <ul>
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${sectionId(title)}`}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                goToSection(sectionId(title));
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      {canExpand && (
        <Button variant="quiet" size="small" onClick={openAll}>
          {isAllOpen ? 'Collapse sections' : 'Expand sections'}
        </Button>
      )}
    </nav>
  );
}
