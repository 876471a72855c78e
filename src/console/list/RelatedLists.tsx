import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { useReports } from '../../app/useResources.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { listPath } from '../engine/paths.ts';
import { TabLinks } from '../../ui/TabLinks.tsx';

/** Links to the lists and reports that the resource declares as related, as far as they are open to the account. */
export function RelatedLists({ resource }: { resource: ClientResource }) {
  const { resourceNamed } = useConsole();
  const reports = useReports();
  const links = (resource.config.list.related ?? []).flatMap((name) => {
    const list = resourceNamed(name);
    if (list?.can.list) return [{ key: name, label: list.config.label, to: listPath(list) }];
    const report = reports.find((one) => one.name === name);
    return report ? [{ key: name, label: report.title, to: report.path }] : [];
  });
  return links.length > 1 && <TabLinks label="Related lists" tabs={links} selected={resource.name} />;
}
