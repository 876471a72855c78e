import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadModel } from '../../server/declarations/load-model.ts';
import { faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

const REPORT = {
  title: 'Loans',
  lead: 'Loans of tools.',
  roles: ['Student'],
  source: 'loans',
  dimensions: [{ name: 'tool', label: 'Tool', field: 'toolId' }],
  measures: [{ name: 'count', label: 'Loans', kind: 'count' }],
};

let files: Declarations;

beforeEach(() => {
  files = smallDeclarations()
    .resource('tools', { name: { type: 'string' }, size: { type: 'integer' } })
    .resource('loans', {
      toolId: { type: 'integer', 'x-reference': 'tools' },
      from: { type: 'string', format: 'date-time' },
      dueOn: { type: 'string', format: 'date' },
      notes: { type: 'object' },
      token: { type: 'string', 'x-internal': true, 'x-computed': true },
    })
    .write('config/menu.json', { entries: [{ label: 'Tools', entries: [{ label: 'All', to: '/admin/loans' }] }] })
    .write('config/reports/loans.json', REPORT);
});

afterEach(() => files.remove());

describe('a report', () => {
  it('has a route with its roles, an entry in its group of the menu, and its defaults', async () => {
    files.change('config/reports/loans.json', { menu: 'Tools' });
    const { reports, routes, menu } = await loadModel(files.root);
    expect(reports).toMatchObject([
      { name: 'loans', path: '/reports/loans', icon: 'chart-column', where: {}, day: null, filters: [], menu: 'Tools' },
    ]);
    expect(reports[0]?.dimensions).toEqual([{ ...REPORT.dimensions[0], by: 'value' }]);
    expect(routes).toContainEqual(
      expect.objectContaining({
        name: 'loans',
        path: '/reports/loans',
        screen: 'console:report',
        login: true,
        requiredRoles: ['Student', 'Administrator'],
      }),
    );
    const group = menu.find(({ label }) => label === 'Tools');
    expect(group?.entries?.map(({ to, roles }) => [to, roles])).toContainEqual([
      '/reports/loans',
      ['Student', 'Administrator'],
    ]);
  });

  it('can be shown at a declared route', async () => {
    files
      .change('config/reports/loans.json', { path: '/loans/figures' })
      .write('config/routes.json', { routes: [{ name: 'figures', path: '/loans/figures', screen: 'console:report' }] });
    const { routes } = await loadModel(files.root);
    expect(routes.filter(({ path }) => path === '/loans/figures').map(({ name }) => name)).toEqual(['figures']);
  });

  it.each([
    ['an unknown source', { source: 'loan' }, '/source', 'Did you mean "loans"?'],
    ['an unknown role', { roles: ['Studnet'] }, '/roles/0', 'Did you mean "Student"?'],
    ['an unknown group of the menu', { menu: 'Tool' }, '/menu', 'Did you mean "Tools"?'],
    ['an unknown icon', { icon: 'chart-of-nothing' }, '/icon', 'There is no icon'],
    ['a period by no day', { day: 'toolId' }, '/day', 'neither a day nor an instant'],
    ['an unknown filter', { filters: ['tollId'] }, '/filters/0', 'Did you mean "toolId"?'],
    ['a field for the server alone', { filters: ['token'] }, '/filters/0', 'has no field "token"'],
    ['a condition on an unknown field', { where: { size: 1 } }, '/where', 'size'],
    ['a condition with an unknown variable', { where: { from_lt: '$then' } }, '/where', 'is not a variable'],
    ['a path of another page', { path: '/admin/tools' }, '/path', 'Another page already has the path "/admin/tools"'],
    ['a misspelled key', { dimension: [] }, '/dimension', 'Did you mean "dimensions"?'],
  ])('with %s is a fault', async (_, change, pointer, message) => {
    files.change('config/reports/loans.json', change);
    expect(await faultsOf(files)).toContainEqual({
      file: 'config/reports/loans.json',
      pointer,
      message: expect.stringContaining(message) as string,
    });
  });

  it.each([
    ['weeks of a number', { field: 'toolId', by: 'week' }, 'neither a day nor an instant'],
    ['an object', { field: 'notes' }, 'cannot be grouped'],
    ['a field of the wrong resource', { field: 'toolId.colour' }, 'has no field'],
  ])('cannot be grouped by %s', async (_, dimension, message) => {
    files.change('config/reports/loans.json', { dimensions: [{ name: 'a', label: 'A', ...dimension }] });
    expect(await faultsOf(files)).toMatchObject([
      { pointer: '/dimensions/0/field', message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    ['a sum without a field', { kind: 'sum' }],
    ['a sum of a reference', { kind: 'sum', field: 'toolId' }],
    ['a count of a field', { kind: 'count', field: 'toolId' }],
    ['a median of days', { kind: 'median', from: 'from', to: 'dueOn' }],
    ['a share of everything', { kind: 'share', where: { toolId_gt: 0 }, of: {} }],
    ['a share without a condition', { kind: 'share' }],
  ])('cannot have %s', async (_, measure) => {
    files.change('config/reports/loans.json', { measures: [{ name: 'a', label: 'A', ...measure }] });
    const found = await faultsOf(files);
    expect(found.map(({ pointer }) => pointer.split('/')[1])).toContain('measures');
  });

  it('has every name once, and its path alone', async () => {
    files
      .change('config/reports/loans.json', { measures: [...REPORT.measures, ...REPORT.measures] })
      .write('config/reports/more.json', { ...REPORT, path: '/reports/loans' });
    expect((await faultsOf(files)).map(({ file, pointer }) => `${file}${pointer}`)).toEqual([
      'config/reports/loans.json/measures/1/name',
      'config/reports/more.json/path',
    ]);
  });

  it('must be there for a route that shows one', async () => {
    files.write('config/routes.json', { routes: [{ name: 'x', path: '/x', screen: 'console:report' }] });
    expect(await faultsOf(files)).toMatchObject([{ pointer: '/routes/0/screen' }]);
  });
});
