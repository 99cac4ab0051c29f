import type { Page } from '@playwright/test';
import { startReceiver } from '#main/testing/test-receiver.ts';
import { expect, expectAccessible, expectDirection, mailTo, storyLanguage, test, type textsIn } from '../journey.ts';

/** The request that a switch sends, once it is answered. */
const saved = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());

/** Shows the alarms of the first class, one by one. */
const unfoldKinds = (page: Page, text: ReturnType<typeof textsIn>) =>
  page
    .getByRole('button', { expanded: false })
    .filter({ hasText: text('notifications', 'groups.unfoldKinds').split('{{count}}')[1] ?? '' })
    .first()
    .click();

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/notifications', '@core/mail-plans'] }, () => {
  test.use({ language });

  test('people are notified of alarms by a group and by a scheduled report', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const alarms = (key: string) => text('alarms', key);
    await signIn('customer');
    await page.goto('/PureTrace/groups/create?kind=notification');
    await page.getByLabel(text('permissions', 'fields.name')).fill(`Notified ${language}`);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/groups/edit-notification/*');
    // The people are in sight at once; the alarms of a large class are folded.
    await expect(page.getByRole('checkbox', { name: 'Layla Nasser', exact: true })).toBeInViewport();
    await unfoldKinds(page, text);
    for (const label of [`${text('swam', 'alarms.leak')}: ${alarms('values.method.email')}`, 'Layla Nasser']) {
      const answer = saved(page);
      await page.getByRole('checkbox', { name: label, exact: true }).check();
      await answer;
    }
    const off = saved(page);
    await page.getByRole('switch', { name: text('notifications', 'groups.notified'), exact: true }).press('Space');
    await off;
    await expect(
      page.getByRole('switch', { name: text('notifications', 'groups.notified'), exact: true }),
    ).not.toBeChecked();
    await page.getByRole('button', { name: text('notifications', 'mute.start') }).click();
    await page.getByRole('menuitem', { name: text('notifications', 'mute.forever') }).click();
    await expect(page.getByRole('button', { name: text('notifications', 'mute.end') })).toBeVisible();
    await page.reload();
    await expect(page.getByText(text('notifications', 'mute.forever'))).toBeVisible();

    // A scheduled report, sent at once.
    await page.goto('/PureTrace/groups/list?kind=schedule');
    await page
      .getByRole('button', { name: text('mail-plans', 'mailPlans.create') })
      .first()
      .click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel(text('mail-plans', 'fields.name'), { exact: false }).first().fill(`Morning ${language}`);
    await panel.getByText(text('mail-plans', 'values.frequency.weekly')).click();
    await panel.getByText(language === 'en' ? 'Sunday' : 'الأحد', { exact: true }).click();
    await panel.getByRole('checkbox', { name: 'Layla Nasser' }).check();
    await expectAccessible(page);
    await panel.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(panel).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: `Morning ${language}` });
    await expect(row).toContainText('08:00');
    await row.hover();
    await row.getByRole('button', { name: text('mail-plans', 'actions.send-now') }).click();
    await mailTo(request, 'viewer@rasid.test', `Morning ${language}`);
  });

  test('a group has a webhook with a test, a log and a replay, and a preview of what a person would get', async ({
    page,
    signIn,
    text,
  }) => {
    const alarms = (key: string) => text('alarms', key);
    const receiver = await startReceiver();
    receiver.answer = () => ({ status: 500, body: 'not today' });
    await signIn('customer');
    await page.goto('/PureTrace/groups/create?kind=notification');
    await page.getByLabel(text('permissions', 'fields.name')).fill(`Channels ${language}`);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/groups/edit-notification/*');
    await unfoldKinds(page, text);
    const leak = text('swam', 'alarms.leak');
    const box = (label: string) => page.getByRole('checkbox', { name: label, exact: true });
    // One box chooses all alarms of a class.
    for (const [of, shows] of [
      [
        box(`${text('notifications', 'allKinds')}: ${alarms('values.method.in-app')}`).first(),
        `${leak}: ${alarms('values.method.in-app')}`,
      ],
      [box('Layla Nasser'), 'Layla Nasser'],
    ] as const) {
      const answer = saved(page);
      await of.check();
      await answer;
      await expect(box(shows)).toBeChecked();
    }

    // The secret is shown once; the test and its failure are in the log, and it can be sent again.
    await page.getByLabel(text('notifications', 'fields.url')).fill(receiver.url);
    await page.getByRole('button', { name: text('notifications', 'webhook.setUp') }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await page.getByRole('button', { name: text('notifications', 'webhook.test') }).click();
    const log = page.getByRole('list', { name: text('notifications', 'webhook.log') });
    await expect(log.getByText('not today')).toBeVisible();
    await expect(log).toContainText('HTTP 500');
    await expect(log).toContainText(text('notifications', 'webhook.deliveries.failed'));
    receiver.answer = () => ({ status: 200, body: 'thank you' });
    await log.getByRole('button', { name: text('notifications', 'webhook.replay') }).click();
    await expect(log.getByText('thank you')).toBeVisible();
    await expect(log).toContainText(text('notifications', 'webhook.deliveries.delivered'));
    expect(receiver.received).toHaveLength(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: text('notifications', 'webhook.rotate') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('notifications', 'webhook.rotate') })
      .click();
    await expect(page.getByText(text('notifications', 'webhook.overlapText'))).toBeVisible();
    await page.reload();
    await expect(log).toContainText('HTTP 200');
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);

    // What Layla would get now.
    await page.getByRole('combobox', { name: text('notifications', 'preview.kind') }).fill(leak);
    await page.getByRole('option', { name: leak, exact: true }).click();
    await page.getByRole('button', { name: text('notifications', 'preview.run') }).click();
    const result = page.getByRole('status', { name: text('notifications', 'preview.result') });
    const row = (method: string) => result.getByRole('listitem').filter({ hasText: alarms(`values.method.${method}`) });
    await expect(row('sms')).toContainText(alarms('notNotified.not-chosen'));
    await expect(row('in-app')).toContainText(/\S/);
    await expectDirection(page, language);
    await expectAccessible(page);
    await receiver.close();
  });
});
