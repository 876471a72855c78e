import { isIconName, type IconName } from '../../domain/declarations/icons.ts';
import type { Resource, Role } from '../../domain/declarations/model.ts';
import type { Dimension, Measure, ReportDeclaration } from '../../domain/declarations/reports.ts';
import { checkRole, withUnlimited } from './access.ts';
import { didYouMean, reporter, type Report } from './faults.ts';
import { SourceFields } from './source-fields.ts';
import type { DeclarationFiles } from './files.ts';

const FOLDER = 'config/reports';

type WrittenDimension = Omit<Dimension, 'by'> & Partial<Pick<Dimension, 'by'>>;
type WrittenReport = Pick<ReportDeclaration, 'title' | 'lead' | 'source' | 'roles' | 'measures'> &
  Partial<Pick<ReportDeclaration, 'path' | 'menu' | 'where' | 'filters'>> & {
    icon?: string;
    day?: string;
    zone?: string;
    dimensions: WrittenDimension[];
  };

interface Known {
  resources: ReadonlyMap<string, Resource>;
  /** Undefined when they could not be read. */
  roles: Role[] | undefined;
  groups: readonly string[];
}

export async function loadReports(files: DeclarationFiles, known: Known): Promise<ReportDeclaration[]> {
  const reports: ReportDeclaration[] = [];
  for (const name of await files.names(FOLDER, true)) {
    const written = await files.declared<WrittenReport>(`${FOLDER}/${name}.json`, 'report');
    if (!written) continue;
    const report = reporter(files.faults, `${FOLDER}/${name}.json`);
    const declared = reportOf(name, written, known);
    checkReport(declared, written, known, report);
    const twin = reports.find(({ path }) => path.toLowerCase() === declared.path.toLowerCase());
    if (twin) report(['path'], `The report "${twin.name}" already has the path "${declared.path}"`);
    reports.push(declared);
  }
  return reports;
}

function reportOf(name: string, written: WrittenReport, { roles = [] }: Known): ReportDeclaration {
  const { title, lead, source, measures, icon = 'chart-column' } = written;
  return {
    name,
    title,
    lead,
    icon: icon as IconName,
    path: written.path ?? `/reports/${name}`,
    menu: written.menu ?? null,
    roles: withUnlimited(roles, written.roles),
    source,
    where: written.where ?? {},
    day: written.day ?? null,
    zone: written.zone ?? null,
    filters: written.filters ?? [],
    dimensions: written.dimensions.map((dimension) => ({ by: 'value', ...dimension })),
    measures,
  };
}

function checkReport(declared: ReportDeclaration, written: WrittenReport, known: Known, report: Report): void {
  const { resources, roles, groups } = known;
  written.roles.forEach((role, index) => checkRole(role, roles, ['roles', index], report));
  if (!isIconName(declared.icon)) report(['icon'], `There is no icon "${declared.icon}"`);
  if (declared.menu !== null && !groups.includes(declared.menu))
    report(['menu'], `The menu has no group "${declared.menu}"${didYouMean(declared.menu, groups)}`);
  const source = resources.get(declared.source);
  if (!source || source.config.internal) {
    const open = [...resources.values()].filter(({ config }) => !config.internal).map(({ name }) => name);
    report(['source'], `There is no resource "${declared.source}"${didYouMean(declared.source, open)}`);
    return;
  }
  const fields = new SourceFields(source, resources, report);
  if (declared.day !== null) fields.timed(declared.day, ['day']);
  if (declared.zone !== null) fields.chained(declared.zone, ['zone']);
  declared.filters.forEach((name, index) => fields.named(name, ['filters', index]));
  if (written.where) fields.condition(written.where, ['where']);
  checkNames(declared.dimensions, 'dimensions', report);
  checkNames(declared.measures, 'measures', report);
  declared.dimensions.forEach(({ field, by }, index) => {
    const at = ['dimensions', index, 'field'];
    if (by === 'value') fields.grouped(field, at);
    else fields.timed(field, at);
  });
  declared.measures.forEach((measure, index) => checkMeasure(measure, ['measures', index], fields));
}

function checkNames(named: readonly { name: string }[], list: string, report: Report): void {
  named.forEach(({ name }, index) => {
    if (named.findIndex((other) => other.name === name) < index)
      report([list, index, 'name'], `There is another "${name}"`);
  });
}

function checkMeasure(measure: Measure, at: (string | number)[], fields: SourceFields): void {
  if (measure.where) fields.condition(measure.where, [...at, 'where']);
  if (measure.kind === 'share' && measure.of) fields.condition(measure.of, [...at, 'of']);
  if (measure.kind === 'ratio') fields.number(measure.over, [...at, 'over']);
  if (measure.kind === 'sum' || measure.kind === 'ratio') fields.number(measure.field, [...at, 'field']);
  if (measure.kind === 'distinct' || measure.kind === 'returning') fields.grouped(measure.field, [...at, 'field']);
  if (measure.kind === 'median') {
    fields.instant(measure.from, [...at, 'from']);
    fields.instant(measure.to, [...at, 'to']);
  }
}
