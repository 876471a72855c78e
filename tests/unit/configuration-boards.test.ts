import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadModel } from '../../server/declarations/load-model.ts';
import { faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

const COUNT = { title: 'Loans', kind: 'count', resource: 'loans' };
const FIGURE = { title: 'Loans', kind: 'figure', report: 'loans', measure: 'count' };

let files: Declarations;

beforeEach(() => {
  files = smallDeclarations()
    .resource(
      'loans',
      { name: { type: 'string' }, hours: { type: 'integer' }, at: { type: 'string', format: 'date-time' } },
      { config: { list: { columns: ['name', 'hours', 'at', 'createdAt'] } } },
    )
    .write('config/reports/loans.json', {
      title: 'Loans',
      lead: 'Loans of tools.',
      roles: ['Student'],
      source: 'loans',
      day: 'at',
      dimensions: [{ name: 'name', label: 'Name', field: 'name' }],
      measures: [{ name: 'count', label: 'Loans', kind: 'count' }],
    });
});

afterEach(() => files.remove());

const board = (tiles: object[], roles = ['Student']) => ({ title: 'Board', roles, tiles });

describe('a board', () => {
  it('has one route for all of them, with the roles of each, and its defaults', async () => {
    files
      .write('config/boards/a.json', board([COUNT, FIGURE, { ...COUNT, kind: 'list' }], ['Staff']))
      .write('config/boards/b.json', board([COUNT]));
    const { boards, routes } = await loadModel(files.root);
    // In the order of config/roles.json.
    expect(boards.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(boards[1]).toMatchObject({
      icon: 'layout-dashboard',
      tiles: [
        { kind: 'count', isWide: false, filter: {} },
        { kind: 'figure', weeks: 12 },
        { kind: 'list', columns: ['name', 'hours', 'at'], sort: null },
      ],
    });
    const route = routes.find(({ path }) => path === '/board');
    expect(route).toMatchObject({ screen: 'console:board', login: true });
    expect(route?.requiredRoles.toSorted()).toEqual(['Administrator', 'Staff', 'Student']);
  });

  it('is no route where there is none', async () => {
    expect((await loadModel(files.root)).routes.some(({ path }) => path === '/board')).toBe(false);
  });

  it.each([
    ['an unknown resource', { ...COUNT, resource: 'loan' }, '/tiles/0/resource'],
    ['a condition on an unknown field', { ...COUNT, filter: { size: 1 } }, '/tiles/0/filter'],
    ['an unknown variable', { ...COUNT, filter: { at_lt: '$then' } }, '/tiles/0/filter'],
    ['an unknown report', { ...FIGURE, report: 'loan' }, '/tiles/0/report'],
    ['an unknown measure', { ...FIGURE, measure: 'sum' }, '/tiles/0/measure'],
    ['an unknown dimension', { ...FIGURE, kind: 'chart', by: 'week' }, '/tiles/0/by'],
    ['an unknown column', { ...COUNT, kind: 'list', columns: ['nmae'] }, '/tiles/0/columns/0'],
    ['an unknown field to sort by', { ...COUNT, kind: 'list', sort: ['size', 'ASC'] }, '/tiles/0/sort/0'],
    ['columns of a number', { ...COUNT, columns: ['name'] }, '/tiles/0/columns'],
    ['a figure without a measure', { title: 'x', kind: 'figure', report: 'loans' }, '/tiles/0'],
  ])('with %s is a fault', async (_, tile, pointer) => {
    files.write('config/boards/a.json', board([tile]));
    const found = await faultsOf(files);
    expect(found.map((fault) => `${fault.file}${fault.pointer}`)).toContain(`config/boards/a.json${pointer}`);
  });

  it('has at most 24 tiles, known roles, and weeks only where its report has a period', async () => {
    files.write('config/boards/a.json', board(Array.from({ length: 25 }, () => COUNT)));
    expect((await faultsOf(files)).map(({ pointer }) => pointer)).toContain('/tiles');
    files.write('config/boards/a.json', board([COUNT], ['Studnet']));
    expect((await faultsOf(files)).map(({ pointer }) => pointer)).toContain('/roles/0');
    files.change('config/reports/loans.json', { day: undefined });
    files.write('config/boards/a.json', board([{ ...FIGURE, weeks: 4 }]));
    expect((await faultsOf(files)).map(({ pointer }) => pointer)).toContain('/tiles/0/weeks');
  });
});
