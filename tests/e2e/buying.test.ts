import { expect, test } from 'vitest';
import { expectNoAxeViolations, newPage, useBrowser } from './support.ts';

useBrowser();

test('from the store to a card payment, its receipt, and the code to pick up the order', async () => {
  const page = await newPage({ as: 'student' });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto('/payment/store');
  await button('Add PLA filament, 100 g to the cart').click();
  await button(/^Order and pay at Makeshop counter$/).click();
  await page.waitForURL(/\/payment\/order\/\d+(?:\?|$)/);
  const payUrl = page.url();
  await expectNoAxeViolations(page);

  // A declined card, and a payer who comes back without having paid, have paid nothing.
  await button(/^Pay \$[\d.]+ by card$/).click();
  await page.getByText('Test mode. No real card is charged.').waitFor();
  await button('Decline the card').click();
  await page.getByRole('alert').getByText('The card was declined.').waitFor();
  await page.goto(payUrl);
  await button('Continue the card payment').click();
  await button(/^Pay$/).click();
  await page.waitForURL(/\/payment\/order\//);
  await page.getByText('Paid', { exact: true }).first().waitFor();

  // Back to the provider: it takes no second payment.
  await page.goBack();
  await page.goto(payUrl);
  await page.getByText('Paid', { exact: true }).first().waitFor();
  expect(await button(/by card$/).count()).toBe(0);

  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await page.getByRole('article', { name: /^Receipt / }).waitFor();
  await expectNoAxeViolations(page);
  await page.goto('/payment/orders');
  const order = page.getByRole('list', { name: /^Items of order/ }).filter({ hasText: 'PLA filament, 100 g' });
  await order.first().waitFor();
  await page
    .getByRole('img', { name: /^QR code to pick up order/ })
    .or(button('Show pickup code'))
    .first()
    .waitFor();
});
