import type { BoardDeclaration, Tile } from '../../domain/declarations/boards.ts';
import { isIconName, type IconName } from '../../domain/declarations/icons.ts';
import { isSortable } from '../../domain/declarations/kinds.ts';
import type { Resource, Role } from '../../domain/declarations/model.ts';
import type { ReportDeclaration } from '../../domain/declarations/reports.ts';
import { checkRole, withUnlimited } from './access.ts';
import { didYouMean, reporter, type Report } from './faults.ts';
import type { DeclarationFiles } from './files.ts';
import { SourceFields } from './source-fields.ts';

const FOLDER = 'config/boards';
const COLUMNS = 3;
const WEEKS = 12;

/** Everything that a kind of tile does not have is absent (schemas/meta/board.json). */
interface WrittenTile extends Partial<Omit<Extract<Tile, { kind: 'list' }>, 'kind'>> {
  title: string;
  kind: Tile['kind'];
  report?: string;
  measure?: string;
  by?: string;
  weeks?: 1 | 4 | 12 | 52;
}
type WrittenBoard = Pick<BoardDeclaration, 'title' | 'roles'> & { icon?: string; tiles: WrittenTile[] };

type Steps = (string | number)[];

interface Known {
  resources: ReadonlyMap<string, Resource>;
  reports: readonly ReportDeclaration[];
  /** Undefined when they could not be read. */
  roles: Role[] | undefined;
}

/** Reads config/boards, where there are any. In the order of the first role of each in config/roles.json. */
export async function loadBoards(files: DeclarationFiles, known: Known): Promise<BoardDeclaration[]> {
  const { roles = [] } = known;
  const boards: (BoardDeclaration & { rank: number })[] = [];
  for (const name of await files.names(FOLDER, true)) {
    const written = await files.declared<WrittenBoard>(`${FOLDER}/${name}.json`, 'board');
    if (!written) continue;
    const report = reporter(files.faults, `${FOLDER}/${name}.json`);
    const { title, icon = 'layout-dashboard' } = written;
    written.roles.forEach((role, index) => checkRole(role, known.roles, ['roles', index], report));
    if (!isIconName(icon)) report(['icon'], `There is no icon "${icon}"`);
    const tiles = written.tiles.flatMap((tile, index) => readTile(tile, ['tiles', index], known, report) ?? []);
    const rank = roles.findIndex((role) => written.roles.includes(role.name));
    boards.push({ name, title, icon: icon as IconName, roles: withUnlimited(roles, written.roles), tiles, rank });
  }
  return boards.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...board }) => board);
}

/** Null, and reported, where the resource or the report does not exist. */
function readTile(written: WrittenTile, at: Steps, known: Known, report: Report): Tile | null {
  const { title, isWide = false, filter = {}, kind } = written;
  const source = kind === 'count' || kind === 'list' ? written.resource : reportSource(written, at, known, report);
  const resource = known.resources.get(source ?? '');
  if (!resource || resource.config.internal) {
    if (source !== undefined) report([...at, 'resource'], `There is no resource "${source}"`);
    return null;
  }
  const fields = new SourceFields(resource, known.resources, report);
  if (written.filter) fields.condition(written.filter, [...at, 'filter']);
  const tile = { title, isWide, filter };
  if (kind === 'count') return { ...tile, kind, resource: resource.name };
  if (kind === 'list')
    return { ...tile, kind, resource: resource.name, ...listTile(written, resource, fields, at, report) };
  const { report: name = '', measure = '', by = '' } = written;
  const hasPeriod = known.reports.some((one) => one.name === name && one.day !== null);
  if (!hasPeriod && written.weeks !== undefined) report([...at, 'weeks'], 'The report has no period');
  const figures = { ...tile, report: name, measure, weeks: hasPeriod ? (written.weeks ?? WEEKS) : null };
  return kind === 'chart' ? { ...figures, kind, by } : { ...figures, kind };
}

function listTile(
  written: WrittenTile,
  { config }: Resource,
  fields: SourceFields,
  at: Steps,
  report: Report,
): Pick<Extract<Tile, { kind: 'list' }>, 'columns' | 'sort'> {
  const { columns = config.list.columns.slice(0, COLUMNS), sort = null } = written;
  columns.forEach((name, index) => fields.own(name, [...at, 'columns', index]));
  const sorted = sort && fields.own(sort[0], [...at, 'sort', 0]);
  if (sorted && !isSortable(sorted)) report([...at, 'sort', 0], `Rows cannot be sorted by "${sorted.name}"`);
  return { columns, sort };
}

/** The source of the tile's report; undefined, and reported, where the report or a part of it does not exist. */
function reportSource(
  { report: name = '', measure = '', by }: WrittenTile,
  at: Steps,
  { reports }: Known,
  report: Report,
): string | undefined {
  const found = reports.find((one) => one.name === name);
  if (!found) {
    const names = reports.map((one) => one.name);
    report([...at, 'report'], `There is no report "${name}"${didYouMean(name, names)}`);
    return undefined;
  }
  const missing = (what: string, wanted: string, known: readonly { name: string }[]): void => {
    const names = known.map((one) => one.name);
    if (!names.includes(wanted))
      report([...at, what], `The report "${name}" has no ${what} "${wanted}"${didYouMean(wanted, names)}`);
  };
  missing('measure', measure, found.measures);
  if (by !== undefined) missing('by', by, found.dimensions);
  return found.source;
}
