import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { useResources } from '../../app/useResources.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { createPath } from '../engine/paths.ts';

interface RecipientsLinkProps {
  resource: ClientResource;
  filter: Record<string, unknown>;
  size?: 'small';
}

/** From a list that leads to people to the page that creates something for them, such as an announcement. */
export function RecipientsLink({ resource, filter, size }: RecipientsLinkProps) {
  const target = useResources().find(({ config }) => config.forRecipients !== undefined);
  if (resource.config.recipients === undefined || target === undefined) return null;
  const query = new URLSearchParams({ source: resource.name, filter: JSON.stringify(filter) });
  return (
    <ButtonLink
      to={`${createPath(target)}?${query}`}
      icon={target.config.icon}
      {...(size === undefined ? {} : { size })}
    >
      <span className={size === undefined ? 'phone-hidden' : undefined}>{target.config.forRecipients}</span>
    </ButtonLink>
  );
}

/** Whether the caller may write to the people of this list. */
export function leadsToPeople({ config, can }: ClientResource): boolean {
  return config.recipients !== undefined && can.list;
}
