import type { Page } from '@playwright/test';
import { deviceOf, expect, expectAccessible, expectDirection, signInAs, storyLanguage, test } from './journey.ts';

const tag = ['@core/support', '@core/device-app', '@solutions/management', '@solutions/swam'];
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });

  test('a customer and the desk talk in two browsers by keyboard, and a note of the desk stays private', async ({
    page,
    another,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('support', key);
    const words =
      language === 'ar'
        ? { subject: 'المضخة لا تعمل', first: 'توقفت هذا الصباح.', reply: 'نتابع الأمر.', note: 'للزملاء فقط' }
        : {
            subject: 'The pump stands still',
            first: 'Since this morning.',
            reply: 'We look into it.',
            note: 'Among us',
          };
    const messageBox = (on: Page) => on.getByRole('textbox', { name: t('composer.message') });
    const log = (on: Page) => on.getByRole('log', { name: t('conversation') });

    await signIn('customer');
    await page.goto('/management');
    await page.waitForURL('**/management/support/tickets');
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('newTicket') }).press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByRole('textbox', { name: t('fields.subject') }).focus();
    await page.keyboard.type(words.subject);
    await panel.getByRole('textbox', { name: t('fields.text') }).focus();
    await page.keyboard.type(words.first);
    await expectAccessible(page);
    await panel.getByRole('button', { name: t('openTicket') }).press('Enter');
    await page.waitForURL('**/management/support/chat/*/*');
    await expect(log(page)).toContainText(words.first);
    await expectAccessible(page);

    const desk = await another();
    await desk.setViewportSize(desktop);
    await signInAs(desk, text, 'integrator@rasid.test');
    await desk.goto('/management/support/tickets');
    await expect(desk.getByRole('tab', { name: t('tabs.unassigned') })).toBeVisible();
    await desk.getByRole('link', { name: words.subject }).first().press('Enter');
    await desk.waitForURL(new URL(page.url()).pathname);
    await expect(log(desk)).toContainText(words.first);
    await messageBox(desk).focus();
    await desk.keyboard.type(words.reply);
    await expect(page.getByRole('status').filter({ hasText: 'Yousef' })).toBeVisible();
    await desk.keyboard.press('Control+Enter');
    await expect(log(page)).toContainText(words.reply);
    await expect(messageBox(desk)).toHaveValue('');

    await desk.getByRole('radio', { name: t('values.kind.public') }).press('ArrowDown');
    await desk.getByRole('textbox', { name: t('composer.note') }).focus();
    await desk.keyboard.type(words.note);
    await expectAccessible(desk);
    await desk.keyboard.press('Control+Enter');
    await expect(log(desk)).toContainText(words.note);
    await desk.getByRole('button', { name: t('actions.solve') }).press('Enter');
    await expect(page.getByText(t('values.state.solved'), { exact: true }).first()).toBeVisible();
    await expect(log(page)).not.toContainText(words.note);

    // A reply on a phone reopens the ticket.
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await messageBox(page).focus();
    await page.keyboard.type(words.first);
    await page.keyboard.press('Control+Enter');
    await expect(log(desk)).toContainText(t('steps.reopen').replace('{{person}}', 'Mariam Al Suwaidi'));
    await page.getByRole('button', { name: t('facts.title') }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText('T-');
    await expectAccessible(page);
  });

  test('a problem of a device is reported from its page, and the ticket shows its state', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const device = await deviceOf(request, 'customer', 'solutionId=2&sort[id]=asc');
    await device.publish({ level: 1 });
    await device.end();
    await signIn('customer');
    await page.goto(`/PureTrace/devices/list/solution/2/device/${device.id}`);
    await page.getByRole('link', { name: text('device-app', 'reportProblem') }).click();
    await page.waitForURL(`**/management/support/tickets?new=1&device=${device.id}`);
    const panel = page.getByRole('dialog');
    await panel.getByRole('textbox', { name: text('support', 'fields.subject') }).fill('Level');
    await panel.getByRole('textbox', { name: text('support', 'fields.text') }).fill('It stands still.');
    await panel.getByRole('button', { name: text('support', 'openTicket') }).click();
    await page.waitForURL('**/management/support/chat/*/*');
    await expect(page.getByRole('link', { name: device.name })).toBeVisible();
    await expect(
      page.getByText(text('devices', 'values.connection.online')).filter({ visible: true }).first(),
    ).toBeVisible();
  });

  test('an integrator sets the hours within which its desk replies', async ({ page, signIn, text }) => {
    const t = (key: string) => text('support', key);
    await signIn('integrator');
    await page.goto('/management/support/desk');
    const name = t('desk.replyOf').replace('{{priority}}', t('values.priority.urgent'));
    const input = page.getByRole('textbox', { name });
    await expect(input).toBeVisible();
    await input.fill('2');
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(page.getByText(text('platform', 'notifications.updated'))).toBeVisible();
    await page.reload();
    await expect(input).toHaveValue(/^2 /);
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await expectAccessible(page);
  });

  test('a message that cannot be sent stays, and is sent once when it is tried again', async ({
    page,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('support', key);
    await signIn('other');
    await page.goto('/management/support/tickets');
    await page.getByRole('link', { name: 'Our tax number' }).first().click();
    const log = page.getByRole('log', { name: t('conversation') });
    await expect(log).toContainText('Received, thank you.');
    await page.route('**/api/support/ticket/*/message', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    const words = `Once only ${language}`;
    await page.getByRole('textbox', { name: t('composer.message') }).fill(words);
    await page.getByRole('button', { name: t('composer.send') }).click();
    const retry = log.getByRole('button', { name: t('retry') });
    await expect(retry).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/support/ticket/*/message');
    await retry.click();
    await expect(retry).toHaveCount(0);
    await page.reload();
    await expect(log.getByText(words)).toHaveCount(1);
  });
});
