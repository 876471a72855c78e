import { useLocation, useNavigate } from 'react-router-dom';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { displayIn, searchOfDisplay } from './listDisplay.ts';
import { usualFilter } from '../engine/usualFilter.ts';
import frame from './ListFrame.module.css';

/** List or calendar, for a resource that has both; remembered in the address. */
export function DisplaySwitch({ resource }: { resource: ClientResource }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { zone } = useConsole();
  if (!resource.config.calendar) return null;
  return (
    <SegmentedChoice
      label={`Show ${resource.config.label} as`}
      className={frame.display}
      choices={[
        { value: 'list', label: <Choice icon="list" word="List" /> },
        { value: 'calendar', label: <Choice icon="calendar" word="Calendar" /> },
      ]}
      value={displayIn(search)}
      onChange={(display) =>
        void navigate({ search: searchOfDisplay(search, display, undefined, usualFilter(resource, zone)) })
      }
    />
  );
}

function Choice({ icon, word }: { icon: 'list' | 'calendar'; word: string }) {
  return (
    <span className={frame.displayChoice}>
      <Icon name={icon} size={16} />
      <span className="phone-hidden">{word}</span>
    </span>
  );
}
