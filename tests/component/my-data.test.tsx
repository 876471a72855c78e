import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Screen } from '../../src/portal/account/MyData.tsx';
import { sitePage, SIZES } from './site-page.tsx';

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'the page says what the download holds, leads to it and fits (%s)',
  async (size) => {
    await sitePage({
      pattern: '/myAccount/data',
      address: '/myAccount/data',
      screen: <Screen />,
      answers: { 'POST /api/content/TrackPageView': () => undefined },
      size,
      inShell: true,
    });
    await expect.element(page.getByRole('heading', { level: 1, name: 'My data' })).toBeVisible();
    const link = page.getByRole('link', { name: 'Download my data' });
    await expect.element(link).toHaveAttribute('href', '/api/myAccount/data');
    await expect.element(link).toHaveAttribute('download');
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);
