import { formatNumber } from '../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { RelatedTotal } from '../../../domain/calls/rows.ts';
import { readCall } from '../../app/callApi.ts';
import { Banner } from '../../ui/Banner.tsx';
import { pluralInside, singularInside } from '../../app/resourceNames.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { plainText } from '../engine/plainText.ts';
import styles from './form.module.css';

/** What the duplicate of a record takes over, what it leaves out, and what is different in it. */
export function DuplicateNotice({ resource, from }: { resource: ClientResource; from: string | number }) {
  const { resourceNamed, zone } = useConsole();
  const { data: plan, error } = useQuery({
    queryKey: [resource.name, 'duplicatePlan', from],
    queryFn: ({ signal }) =>
      readCall('GET /api/:resource/:id/duplicate', { params: { resource: resource.name, id: String(from) }, signal }),
    retry: false,
  });
  if (error)
    return <Banner tone="warning">Related records of the original could not be loaded. {error.message}</Banner>;
  if (!plan) return null;
  const totals = (related: readonly RelatedTotal[]): string[] =>
    related.flatMap(({ resource: name, total }) => {
      const one = resourceNamed(name);
      return one ? [`${formatNumber(total)} ${total === 1 ? singularInside(one) : pluralInside(one)}`] : [];
    });
  const titles = (names: readonly string[]): string[] =>
    names.flatMap((name) => resource.fields.find((field) => field.name === name)?.title ?? []);
  const lines = [
    { title: 'Also copied', parts: totals(plan.copied) },
    { title: 'Not copied', parts: [...totals(plan.left), ...titles(plan.leftFields)] },
    { title: 'Prefilled', parts: startValues(resource, zone) },
    { title: 'Must be different, because it is unique', parts: titles(plan.uniqueFields) },
  ].filter(({ parts }) => parts.length > 0);
  if (lines.length === 0) return null;
  return (
    <Banner title={`This is a duplicate of an existing ${singularInside(resource)}`}>
      <dl className={styles.duplicate}>
        {lines.map(({ title, parts }) => (
          <div key={title}>
            <dt>{title}:</dt> <dd>{parts.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}

/** "Active: No" */
function startValues({ fields, config, formSchema }: ClientResource, zone: string): string[] {
  return Object.entries(config.duplicate?.values ?? {}).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return field && formSchema.create.properties[name] ? [`${field.title}: ${plainText(field, value, zone)}`] : [];
  });
}
