import { expect, expectAccessible, expectDirection, storyLanguage, test } from './journey.ts';

const tag = ['@core/accounts'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a person signs in by keyboard after a failed attempt that is explained', async ({ page, text }) => {
    await page.goto('/PureTrace/alarms/status');
    await page.waitForURL('**/auth/sign-in**');
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.getByLabel(text('accounts', 'signIn.email'), { exact: true }).focus();
    await page.keyboard.type('customer@rasid.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('platform', 'errors.wrong-credentials')).first()).toBeVisible();
    await page.getByLabel(text('accounts', 'signIn.password'), { exact: true }).fill('Rasid@2026');
    await page.keyboard.press('Enter');
    // The page that the person requested.
    await page.waitForURL('**/core/alarms/list?app=swam&class=status');
  });

  test('the language changes without a reload and is stored', async ({ page, signIn }) => {
    await signIn('customer');
    await page.goto('/PureTrace/alarms/status');
    const other = language === 'en' ? 'العربية' : 'English';
    await page.getByRole('button', { name: other }).click();
    await expectDirection(page, language === 'en' ? 'ar' : 'en');
    await page.reload();
    await expectDirection(page, language === 'en' ? 'ar' : 'en');
  });

  test('a viewer sees a denial explained and no buttons without permission', async ({ page, signIn, text }) => {
    await signIn('viewer');
    await page.goto('/PureTrace/alarms/operational');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true })).toHaveCount(0);
  });
});

test('a signed-in person who opens sign-in is redirected to the main layout', { tag }, async ({ page, signIn }) => {
  await signIn('customer');
  await page.goto('/core/auth/sign-in');
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
});

test('a redirect to another site is ignored: the person comes to the first page', { tag }, async ({ page, text }) => {
  for (const target of ['//evil.example', 'https://evil.example/']) {
    await page.goto(`/core/auth/sign-in?redirect=${target}`);
    await page.getByLabel(text('accounts', 'signIn.email'), { exact: true }).fill('customer@rasid.test');
    await page.getByLabel(text('accounts', 'signIn.password'), { exact: true }).fill('Rasid@2026');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.includes('/auth/'));
    expect(new URL(page.url()).hostname).not.toContain('evil');
    await page.evaluate(() => window.localStorage.clear());
  }
});

test('an unknown address shows page not found', { tag }, async ({ page, signIn }) => {
  await signIn('customer');
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});

test('an integrator selects a customer, and every list shows that customer', { tag }, async ({ page, signIn }) => {
  await signIn('integrator');
  await page.goto('/PureTrace/analysis/structure-portfolio');
  await expect(page.getByText('Creek Gardens').first()).toBeVisible();
  await page
    .getByRole('button', { name: /Najm Integration|All customers/ })
    .first()
    .click();
  await page
    .getByRole('option', { name: /الوادي/ })
    .or(page.getByRole('menuitem', { name: /الوادي/ }))
    .first()
    .click();
  await expect(page.getByText('Creek Gardens')).toHaveCount(0);
});

test('Enter in an open list of options selects an option or nothing, and does not submit the form', { tag }, async ({
  page,
  signIn,
  text,
}) => {
  await signIn('customer');
  const changes: string[] = [];
  page.on('request', (request) => request.url().includes('/update') && changes.push(request.method()));
  await page.goto('/core/users');
  await page.getByRole('link', { name: text('accounts', 'profile.edit') }).click();
  const country = page.getByRole('combobox', { name: text('countries', 'country') });
  await country.click();
  await country.fill('nowhere');
  await expect(page.getByText(text('countries', 'none'))).toBeVisible();
  await country.press('Enter');
  await country.fill('Qatar');
  await page.getByRole('option', { name: 'Qatar' }).waitFor();
  await country.press('ArrowDown');
  await country.press('Enter');
  await expect(country).toHaveValue('Qatar');
  // A second click removes it.
  await country.click();
  await page.getByRole('option', { name: 'Qatar' }).click();
  await expect(country).toHaveValue('');
  expect(changes).toEqual([]);
});
