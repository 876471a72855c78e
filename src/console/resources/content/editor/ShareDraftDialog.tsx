import { formatInstant } from '../../../../../domain/values/formats.ts';
import { DRAFT_LINK_DAYS } from '../../../../../domain/values/constants.ts';
import type { DraftLink } from '../../../../../domain/calls/links.ts';
import { callApi } from '../../../../app/callApi.ts';
import { useModel } from '../../../../app/useModel.ts';
import type { FormSchema } from '../../../../forms/shared/formSchema.ts';
import { LinksDialog } from '../../../links/LinksDialog.tsx';

const FORM: FormSchema = {
  type: 'object',
  required: ['days'],
  properties: {
    days: {
      type: 'integer',
      title: 'Link expires after',
      enum: [...DRAFT_LINK_DAYS],
      'x-labels': DRAFT_LINK_DAYS.map((count) => (count === 1 ? '1 day' : `${count} days`)),
      default: 7,
    },
  },
};

/** Makes, lists and withdraws links by which the draft can be read without an account. */
export function ShareDraftDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { timezone } = useModel().site;
  const params = { id };
  return (
    <LinksDialog<DraftLink>
      title="Share draft"
      lead="Anyone with a link can read the current draft without an account. They cannot change it or see other drafts."
      noun="links"
      listLabel="Active links"
      none="This draft has no active links."
      query={{
        queryKey: ['content', 'draftLinks', id],
        queryFn: () => callApi('GET /api/content/pages/:id/draftLinks', { params }),
      }}
      form={FORM}
      makeLabel="Create link"
      make={async ({ days }) => {
        const body = { days: days as (typeof DRAFT_LINK_DAYS)[number] };
        await callApi('POST /api/content/pages/:id/draftLinks', { params, body });
        return undefined;
      }}
      made="Link created. It is the first in the list."
      item={({ address, expiresAt, createdAt, createdBy }) => ({
        address,
        works: true,
        facts: `Expires ${formatInstant(expiresAt, timezone)}. Created ${formatInstant(createdAt, timezone)}${createdBy === null ? '' : ` by ${createdBy}`}.`,
        of: `the link that works until ${formatInstant(expiresAt, timezone)}`,
      })}
      withdraw={{
        label: 'Revoke',
        done: 'The link was revoked. It no longer works.',
        call: ({ id: link }) =>
          callApi('DELETE /api/content/pages/:id/draftLinks/:link', { params: { ...params, link } }),
      }}
      onClose={onClose}
    />
  );
}
