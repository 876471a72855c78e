import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import frame from '../../list/ListFrame.module.css';
import { composePath } from './announcements.ts';

interface Props {
  resource: ClientResource;
  filter: Record<string, unknown>;
  size?: 'small';
}

/** For a list that leads to people, where the caller may write to them. */
export function WriteToPeople({ resource, filter, size }: Props) {
  if (resource.config.recipients === undefined) return null;
  return (
    <ButtonLink
      to={composePath({ source: resource.name, filter })}
      icon="megaphone"
      {...(size === undefined ? {} : { size })}
    >
      <span className={size === undefined ? frame.words : undefined}>Write to these people</span>
    </ButtonLink>
  );
}
