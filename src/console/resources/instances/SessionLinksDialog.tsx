import { formatInstant } from '../../../../domain/values/formats.ts';
import type { SessionLink } from '../../../../domain/calls/links.ts';
import { callApi } from '../../../app/callApi.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { useModel } from '../../../app/useModel.ts';
import type { FormSchema } from '../../../forms/shared/formSchema.ts';
import { clock } from '../../../ui/clock.ts';
import { LinksDialog } from '../../links/LinksDialog.tsx';

const DAY = 86_400_000;
const FORM: FormSchema = {
  type: 'object',
  required: ['label', 'end'],
  properties: {
    label: { type: 'string', title: 'Recipient', maxLength: 120 },
    end: {
      type: 'string',
      title: 'Valid',
      enum: ['session', '7', '30', 'revoked'],
      'x-labels': ['Until the session ends', 'For 7 days', 'For 30 days', 'Until it is revoked'],
      default: 'session',
    },
  },
};

export interface SessionLinksDialogProps {
  id: number;
  /** Instant. */
  endsAt: string;
  onClose: () => void;
}

/** Makes, copies and revokes links that open a private session. */
export function SessionLinksDialog({ id, endsAt, onClose }: SessionLinksDialogProps) {
  const { timezone } = useModel().site;
  const params = { instanceId: id };
  return (
    <LinksDialog<SessionLink>
      title="Links to this session"
      lead="People with a link can see this session and sign up for it. The session is not listed."
      noun="links"
      listLabel="Links"
      none="No links yet. Only staff can see this session."
      query={{
        queryKey: ['instances', 'links', id],
        queryFn: async ({ signal }) =>
          (await callApi('GET /api/events/instances/:instanceId/links', { params, signal })).links,
      }}
      form={FORM}
      makeLabel="Create link"
      make={async ({ label, end }) => {
        const body = { label: String(label).trim(), expiresAt: endOf(String(end), endsAt) };
        await callApi('POST /api/events/instances/:instanceId/links', { params, body });
        return undefined;
      }}
      made="Link created. It is the first in the list."
      item={(link) => ({
        name: link.label,
        address: link.works ? link.address : null,
        works: link.works,
        facts: `${formatLinkState(link, timezone)}, created ${formatInstant(link.createdAt, timezone)}${link.createdBy === null ? '' : ` by ${link.createdBy}`}`,
        of: `the link for ${link.label}`,
      })}
      withdraw={{
        label: 'Revoke',
        done: 'Link revoked.',
        question: confirmRevocation,
        call: ({ id: link }) =>
          callApi('DELETE /api/events/instances/:instanceId/links/:link', { params: { ...params, link } }),
      }}
      onClose={onClose}
    />
  );
}

function formatLinkState({ works, revokedAt, expiresAt }: SessionLink, timezone: string): string {
  if (revokedAt !== null) return `Revoked ${formatInstant(revokedAt, timezone)}`;
  if (expiresAt === null) return 'Works until it is revoked';
  return `${works ? 'Works until' : 'Expired'} ${formatInstant(expiresAt, timezone)}`;
}

function endOf(end: string, endsAt: string): string | null {
  if (end === 'revoked') return null;
  return end === 'session' ? endsAt : new Date(clock.now() + Number(end) * DAY).toISOString();
}

function confirmRevocation({ label }: SessionLink): Promise<boolean> {
  return confirmModal({
    header: `Revoke the link for ${label}?`,
    message: 'The link stops working permanently. People who signed up with it keep their seats.',
    confirmButtonText: 'Revoke',
    isDangerous: true,
  });
}
