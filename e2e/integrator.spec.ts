import type { Page } from '@playwright/test';
import {
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  mailTo,
  signInAs,
  storyLanguage,
  test,
} from './journey.ts';

const client = 'Qasr Retail';
const integrator = 'Najm Integration';
const message = 'We look after chillers in forty buildings around you. May we serve yours as well?';

/** The row of the other company. */
const rowOf = (page: Page, name: string, state: string) =>
  page.getByRole('row').filter({ hasText: name }).filter({ hasText: state });

const tag = ['@core/accounts'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('an integrator is engaged and acts for its customer, and every log names both', async ({
    page,
    request,
    signIn,
    another,
    text,
  }) => {
    const accounts = (key: string) => text('accounts', key);

    // The integrator offers to serve the customer.
    await signIn('integrator');
    await page.goto('/core/companies/list/requests');
    await page.getByRole('button', { name: accounts('requests.new') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: accounts('fields.requestType') }).click();
    await page.getByRole('option', { name: accounts('values.requestType.ClientEngagement') }).click();
    await dialog.getByLabel(accounts('fields.destinationEmail')).fill('other@rasid.test');
    await dialog.getByRole('combobox', { name: accounts('fields.destinationType') }).click();
    await page.getByRole('option', { name: text('platform', 'companyTypes.Customer'), exact: true }).click();
    await dialog.getByLabel(accounts('fields.message')).fill(message);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: accounts('requests.send') }).click();
    await expect(dialog).toHaveCount(0);
    await mailTo(request, 'other@rasid.test', integrator);

    // The customer accepts and sets how long the contract runs.
    const theirs = await another();
    await signInAs(theirs, text, 'other@rasid.test');
    await theirs.goto('/core/companies/list/requests');
    await expectDirection(theirs, language);
    const asked = rowOf(theirs, integrator, accounts('values.requestStatus.pending'));
    await asked.hover();
    await asked.getByRole('button', { name: accounts('values.engagement.provider') }).click();
    const panel = theirs.getByRole('dialog');
    await expect(panel.getByRole('paragraph').filter({ hasText: message })).toBeVisible();
    await expectAccessible(theirs);
    await panel.getByRole('button', { name: accounts('actions.accept') }).click();
    const terms = theirs.getByRole('dialog', { name: accounts('requests.accept.title') });
    await terms.getByLabel(accounts('fields.contractTo')).fill('31/12/2030');
    await theirs.keyboard.press('Tab');
    await expectAccessible(theirs);
    await terms.getByRole('button', { name: accounts('actions.accept') }).click();
    await expect(panel.getByText('31/12/2030').first()).toBeVisible();
    await expect(panel.getByText(accounts('requests.waits'))).toBeVisible();
    await theirs.keyboard.press('Escape');

    // The request was sent to an address: the integrator now sees its company and confirms.
    await page.reload();
    const answered = rowOf(page, client, accounts('values.requestStatus.pending'));
    await answered.hover();
    await answered.getByRole('button', { name: accounts('values.engagement.client') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: accounts('actions.accept') })
      .click();
    const meant = page.getByRole('dialog', { name: accounts('requests.confirm.title') });
    await expect(meant).toContainText(client);
    await expectAccessible(page);
    await meant.getByRole('button', { name: accounts('requests.confirm.confirm') }).click();
    await expect(rowOf(page, client, accounts('values.requestStatus.engaged')).first()).toBeVisible();

    await theirs.reload();
    const engaged = rowOf(theirs, integrator, accounts('values.requestStatus.engaged')).first();
    await expect(engaged).toContainText('31/12/2030');

    // An alarm of the customer.
    const device = await deviceOf(request, 'other', 'sort[id]=asc');
    await device.publish({ battery: 9 });

    // The integrator selects the customer and acknowledges it for them.
    await page.goto('/PureTrace/alarms/status');
    await page.getByRole('button', { name: text('platform', 'shell.allCustomers') }).click();
    await page.getByRole('option', { name: client }).click();
    const alarm = page
      .getByRole('row')
      .filter({ hasText: device.name })
      .filter({ hasText: text('alarms', 'alarms.battery-low') });
    await expect(alarm.first()).toBeVisible();
    const acknowledge = page.getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true }).first();
    // The row may move while other alarms arrive.
    await expect(async () => {
      await alarm.first().getByText(text('alarms', 'alarms.battery-low')).first().click();
      await expect(acknowledge).toBeVisible({ timeout: 3000 });
    }).toPass();
    await acknowledge.click();
    const trace = text('alarms', 'actedFor')
      .replace('{{person}}', 'Yousef Najm')
      .replace('{{company}}', integrator)
      .replace('{{client}}', client);
    await expect(page.getByText(trace)).toBeVisible();
    await expectAccessible(page);

    // The customer sees the same, although the integrator's people are hidden.
    await theirs.goto('/PureTrace/alarms/status');
    const seen = theirs.getByRole('row').filter({ hasText: device.name });
    await seen.first().getByText(text('alarms', 'alarms.battery-low')).first().click();
    await expect(theirs.getByText(trace)).toBeVisible();

    // After the end of the relation the integrator sees no data of the customer.
    await theirs.goto('/core/companies/list/requests');
    await engaged.hover();
    await engaged.getByRole('button', { name: accounts('actions.disengage') }).click();
    const question = theirs.getByRole('dialog');
    await question.getByLabel(accounts('requests.reason')).fill('Only for this season');
    // The page may notice by its live stream, or when it is loaded again, which discards the bodies of earlier replies.
    const refused = page.waitForResponse(async (response) => {
      if (response.status() !== 403) return false;
      return (await response.text().catch(() => 'customer-not-allowed')).includes('customer-not-allowed');
    });
    await question.getByRole('button', { name: accounts('requests.disengage.confirm') }).click();
    await expect(rowOf(theirs, integrator, accounts('values.requestStatus.disengaged')).first()).toBeVisible();
    await page.reload();
    await refused;
    await device.end();
  });
});
