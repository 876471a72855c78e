import { describe, expect, it } from 'vitest';
import { createPath, editPath, pageAt, showPath, toConsolePath, toSitePath } from '../../src/console/engine/paths.ts';
import { clientResource } from '../factories/client-resource.ts';

const plain = clientResource('links', { path: '/tools/linksmanager' });
const moved = clientResource('instances', {
  path: '/scheduling/manageinstances',
  createPath: '/scheduling/scheduleinstance',
  editPath: '/scheduling/editinstance/{id}',
});
const all = [plain, moved];

describe('paths of the console', () => {
  it('puts create, edit and detail under the list by default', () => {
    expect(createPath(plain)).toBe('/tools/linksmanager/create');
    expect(editPath(plain, 12)).toBe('/tools/linksmanager/12');
    expect(showPath(plain, 12)).toBe('/tools/linksmanager/12/show');
  });

  it('follows the paths that a configuration names', () => {
    expect(createPath(moved)).toBe('/scheduling/scheduleinstance');
    expect(editPath(moved, 12)).toBe('/scheduling/editinstance/12');
  });

  it.each([
    ['/tools/linksmanager', { kind: 'list' }],
    ['/tools/linksmanager/', { kind: 'list' }],
    ['/Tools/LinksManager', { kind: 'list' }],
    ['/tools/linksmanager/create', { kind: 'create' }],
    ['/tools/linksmanager/12', { kind: 'edit', id: '12' }],
    ['/tools/linksmanager/a%2Fb/show', { kind: 'show', id: 'a/b' }],
    ['/tools/linksmanager/12/elsewhere', null],
    ['/tools/linksmanager/%E0%A4%A', null],
  ])('reads %s', (path, page) => {
    expect(pageAt(plain, path)).toEqual(page);
  });

  it('maps react-admin’s own paths to the site’s and back', () => {
    for (const path of ['/@/instances', '/@/instances/create', '/@/instances/7', '/@/instances/7/show']) {
      const site = toSitePath(path, all);
      expect(site.startsWith('/scheduling/')).toBe(true);
      expect(toConsolePath(site, moved)).toBe(path);
    }
  });

  it('leaves all other paths unchanged', () => {
    expect(toSitePath('/requests/myrequests', all)).toBe('/requests/myrequests');
    expect(toConsolePath('/requests/myrequests', moved)).toBe('/requests/myrequests');
  });
});
