import { formatInstant } from '../../../../domain/values/formats.ts';
import type { StaffFeed } from '../../../../domain/calls/links.ts';
import { callApi } from '../../../app/callApi.ts';
import { useModel } from '../../../app/useModel.ts';
import type { Option } from '../../../ui/SelectField.tsx';
import { LinksDialog } from '../../links/LinksDialog.tsx';

/** Makes, lists and revokes the account's own feeds, which show what the account may see. */
export function FeedsDialog({ options, onClose }: { options: readonly Option[]; onClose: () => void }) {
  const { timezone } = useModel().site;
  return (
    <LinksDialog<StaffFeed>
      title="Subscribe"
      lead="A feed shows what you can see here in your calendar app, including drafts and internal titles. Anyone who has its address can read it. Revoke it if the address gets into the wrong hands."
      noun="feeds"
      listLabel="Your feeds"
      none="You have no feeds."
      query={{ queryKey: ['feeds'], queryFn: ({ signal }) => callApi('GET /api/feeds', { signal }) }}
      form={{
        type: 'object',
        required: ['place'],
        properties: {
          place: {
            type: 'string',
            title: 'Feed of',
            enum: ['all', ...options.map(({ value }) => value)],
            'x-labels': ['All places', ...options.map(({ label }) => label)],
            default: 'all',
          },
        },
      }}
      makeLabel="Create feed"
      make={({ place }) => callApi('POST /api/feeds', { body: { locationId: place === 'all' ? null : Number(place) } })}
      made="Feed created."
      item={({ title, createdAt, lastReadAt }) => ({
        name: title,
        address: null,
        works: true,
        facts: `made ${formatInstant(createdAt, timezone)}, ${lastReadAt === null ? 'never read' : `last read ${formatInstant(lastReadAt, timezone)}`}`,
        of: `the feed of ${title}`,
      })}
      withdraw={{
        label: 'Revoke',
        done: 'Feed revoked.',
        call: ({ id }) => callApi('DELETE /api/feeds/:id', { params: { id } }),
      }}
      onClose={onClose}
    />
  );
}
