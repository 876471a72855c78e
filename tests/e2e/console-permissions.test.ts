import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callApi, expectAccessible, expectNoAxeViolations, newPage, useBrowser } from './support.ts';

useBrowser();

interface Rule {
  id: number;
  actions: string[];
  readFields: string[];
}

async function ruleOf(page: Page, role: string, resource: string): Promise<Rule | undefined> {
  const rules = await callApi<Rule[]>(
    page,
    'GET',
    `/api/permissions?filter=${JSON.stringify({ role, resource })}&range=[0,9]`,
  );
  return rules[0];
}

describe('the permission manager', () => {
  it('gives and takes columns and buttons, which follow without a new login', async () => {
    const admin = await newPage({ as: 'administrator' });
    const person = await newPage({ as: 'classscheduler' });
    await person.goto('/admin/classes');
    await person.getByRole('link', { name: 'New class' }).waitFor();
    await person.getByRole('columnheader', { name: 'Term' }).waitFor();
    const rule = await ruleOf(admin, 'ClassScheduler', 'classes');
    if (!rule) throw new Error('The demonstration has no rule for class schedulers');

    await admin.goto('/admin/permissions');
    await admin.getByRole('button', { name: /^Class scheduler, Classes:/ }).click();
    await admin.getByRole('dialog').getByRole('link', { name: 'Edit' }).click();
    await admin.getByRole('heading', { level: 1, name: 'Class scheduler on Classes' }).waitFor();
    await admin.getByRole('checkbox', { name: /^Create/ }).uncheck();
    await admin.getByRole('checkbox', { name: /^Delete/ }).uncheck();
    await admin.getByRole('radiogroup', { name: 'Fields to read' }).getByLabel('Only these').check();
    await admin.getByRole('group', { name: 'Fields to read' }).getByLabel('Title', { exact: true }).check();
    await admin.getByRole('button', { name: 'Save changes' }).click();
    await admin.getByText(/^Saved/).waitFor();

    await person.goto('/admin/classes');
    await person.getByRole('columnheader', { name: 'Title' }).waitFor();
    expect(await person.getByRole('link', { name: 'New class' }).count()).toBe(0);
    expect(await person.getByRole('columnheader', { name: 'Term' }).count()).toBe(0);
    const refused = await person
      .context()
      .request.get(`${new URL(person.url()).origin}/api/classes?filter={"term":"x"}`);
    expect(refused.status()).toBe(400);

    await callApi(admin, 'PUT', `/api/permissions/${rule.id}`, { actions: rule.actions, readFields: rule.readFields });
    await person.goto('/admin/classes');
    await person.getByRole('link', { name: 'New class' }).waitFor();
  });

  it('makes a rule for some rows without code', async () => {
    const admin = await newPage({ as: 'administrator' });
    await admin.goto('/admin/permissions/create');
    await admin.getByRole('button', { name: 'Create permission' }).click();
    await admin.getByText('Choose at least one').waitFor();
    await expectNoAxeViolations(admin);
    await admin.getByLabel('Role').selectOption({ label: 'Kiosk' });
    await admin.getByLabel('Resource').selectOption({ label: 'Links' });
    await admin.getByRole('checkbox', { name: /^Read/ }).check();
    await admin.getByRole('button', { name: 'Add condition' }).click();
    await admin.getByLabel('Condition 1: field').selectOption({ label: 'Active' });
    await admin.getByLabel('Condition 1: value').selectOption({ label: 'Yes' });
    await admin.getByRole('button', { name: 'Create permission' }).click();
    await admin.getByText('Permission created').waitFor();

    const kiosk = await newPage({ as: 'kiosk' });
    const links = await callApi<{ active: boolean }[]>(kiosk, 'GET', '/api/links?range=[0,99]');
    expect(links.length).toBeGreaterThan(0);
    expect(links.every((link) => link.active)).toBe(true);
  });

  it('is accessible and fits', async () => {
    const page = await newPage({ as: 'administrator' });
    await page.goto('/admin/permissions');
    await page.getByText('some rows or fields only').waitFor();
    await expectAccessible(page);
  });
});
