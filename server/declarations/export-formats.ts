import type { Resource } from '../../domain/declarations/model.ts';
import { didYouMean, type Report } from './faults.ts';

/** Reports fields of export formats that there are not, and sums of what is no amount. */
export function checkExportFormats({ config, fields }: Resource, report: Report): void {
  const names = fields.map(({ name }) => name);
  for (const name of config.list.sums ?? [])
    if (fields.find((field) => field.name === name)?.kind !== 'money')
      report(['list', 'sums'], `"${name}" is not an amount of this resource`);
  for (const [index, format] of (config.exports ?? []).entries()) {
    const total = fields.find(({ name }) => name === format.total);
    if (total?.kind !== 'money')
      report(['exports', String(index), 'total'], `"${format.total}" is not an amount of this resource`);
    for (const [at, { field }] of format.columns.entries())
      if (field !== undefined && !names.includes(field))
        report(
          ['exports', String(index), 'columns', String(at), 'field'],
          `There is no field "${field}"${didYouMean(field, names)}`,
        );
  }
}
