import type { PlanNote } from '../../domain/calls/action-parts.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import type { Json } from '../../domain/values/json.ts';
import type { AccessResolver } from './access-resolver.ts';
import type { CommandRows } from './command-registry.ts';
import { countReferring, referrersTo, type Referrer } from './references.ts';
import { rowIds } from './row-sets.ts';

/** The rows that prevent the deletion, or else what happens to those that refer to the rows, with links to their lists. */
export async function deletionNotes(
  resolver: AccessResolver,
  { tx, actor, resource, rows }: CommandRows,
): Promise<PlanNote[]> {
  const ids = rowIds(rows);
  const { softDelete } = resource.config;
  const affected = referrersTo(resolver.model, resource).filter(({ onDelete }) => !(softDelete && onDelete === 'keep'));
  const found = await countReferring(tx, affected, ids, softDelete);
  const isOnly = ({ resource: { name } }: Referrer) =>
    found.filter(({ referrer }) => referrer.resource.name === name).length === 1;
  const place = ({ referrer, text }: (typeof found)[number]) => ({
    label: text,
    detail: isOnly(referrer) ? '' : `as ${referrer.field.title.toLowerCase()}`,
    to: resolver.canRead(actor, referrer.resource) ? listAddress(referrer, ids) : null,
  });
  const placesWhere = (isMeant: (onDelete: Referrer['onDelete']) => boolean) =>
    found.filter(({ referrer }) => isMeant(referrer.onDelete)).map(place);
  const restricting = placesWhere((onDelete) => onDelete === 'restrict');
  const cleared = placesWhere((onDelete) => onDelete === 'set-null');
  const deleted = placesWhere((onDelete) => onDelete !== 'restrict' && onDelete !== 'set-null');
  const [it, is, stays] =
    rows.length === 1 ? ['It', 'it is', 'the record'] : ['They', 'some of them are', 'the records'];
  return [
    { text: `${it} cannot be deleted because ${is} still used:`, places: restricting, tone: 'refusal' as const },
    { text: 'Also deleted:', places: deleted },
    { text: `Kept, but no longer connected to ${stays}:`, places: cleared },
  ].filter(({ places }) => places.length > 0);
}

/** More ids than this make the address too long. */
const MOST_LINKED = 50;

function listAddress({ resource, field, part }: Referrer, ids: readonly Json[]): string | null {
  if (part !== undefined || ids.length > MOST_LINKED) return null;
  const isOne = ids.length === 1 && !KINDS[field.kind].list;
  const filter = JSON.stringify({ [field.name]: isOne ? ids[0] : ids });
  return `${resource.config.path}?filter=${encodeURIComponent(filter)}`;
}
