import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectDirection,
  fieldOf,
  linkIn,
  mailTo,
  signInAs,
  storyLanguage,
  test,
} from '../journey.ts';

const password = 'Marina walk 2026';
/** The request that a switch sends, once it is answered. */
const saved = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/permissions', '@core/accounts'] }, () => {
  test.use({ language });

  test('an invited person sees the structures of their group, is notified of a change at once, and can request more access', async ({
    page,
    request,
    signIn,
    another,
    text,
  }) => {
    const accounts = (key: string) => text('accounts', key);
    const email = `guard-${language}@rasid.test`;
    const name = `Guard ${language}`;
    const groupName = `Marina guards ${language}`;

    // The administrator invites a person.
    await signIn('customer');
    await page.goto('/core/people/list');
    await page.getByRole('button', { name: accounts('staff.add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(accounts('fields.firstName')).fill('Guard');
    await dialog.getByLabel(accounts('fields.lastName')).fill(language);
    await dialog.getByLabel(accounts('fields.email')).fill(email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: accounts('staff.invite') }).click();
    await expect(dialog).toHaveCount(0);

    // The link in the mail sets the password and signs in.
    const theirs = await another();
    await theirs.goto(linkIn(await mailTo(request, email, '/reset-password#token=')));
    await expectDirection(theirs, language);
    await fieldOf(theirs, accounts('fields.password')).fill(password);
    await theirs.getByLabel(accounts('fields.repeat')).fill(password);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: accounts('reset.submit') }).click();
    await expect(theirs.getByText(accounts('reset.doneText'))).toBeVisible();
    await signInAs(theirs, text, email, password);

    // Without a group, no page of the app can be opened.
    await theirs.goto('/PureTrace/devices/list');
    await theirs.waitForURL('**/core/users/profile/*');
    await expect(theirs.getByText(text('platform', 'notifications.denied')).first()).toBeVisible();

    // The administrator creates a read-only group for one structure.
    await page.goto('/PureTrace/groups/list');
    await page.getByRole('link', { name: text('notifications', 'groups.create') }).click();
    await page.getByLabel(text('permissions', 'fields.name')).fill(groupName);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/groups/edit-permission/*');
    const tick = async (label: string) => {
      const answer = saved(page);
      await page.getByRole('checkbox', { name: label, exact: true }).check();
      await answer;
    };
    const devices = text('permissions', 'permissions.device');
    const analysis = text('permissions', 'permissions.analysis');
    const view = text('permissions', 'permissions.read');
    await tick(`${devices}: ${view}`);
    await tick(`${analysis}: ${view}`);
    await tick(name);
    await tick('Marina Heights');

    // The person sees that structure only.
    await theirs.goto('/PureTrace/analysis/structure-portfolio');
    await expect(theirs.getByText('Marina Heights').first()).toBeVisible();
    await expect(theirs.getByText('Creek Gardens')).toHaveCount(0);
    await theirs.goto('/PureTrace/devices/list/solution/2');
    await expect(theirs.getByText('Marina Heights').first()).toBeVisible();
    await expect(theirs.getByText('Creek Gardens')).toHaveCount(0);

    // The person is notified of a wider group at the next reply.
    await tick('Creek Gardens');
    await theirs
      .getByRole('link', { name: text('swam', 'sidebar.analysis') })
      .first()
      .click();
    await expect(theirs.getByText(text('platform', 'notifications.permissionsChanged'))).toBeVisible();
    await expect(theirs.getByText('Creek Gardens').first()).toBeVisible();

    // A denied page explains the reasons and whom to ask.
    await theirs.goto('/PureTrace/groups/create');
    await theirs.waitForURL('**/core/users/profile/*');
    await expect(theirs.getByText(text('platform', 'notifications.denied')).first()).toBeVisible();
    await theirs.getByRole('button', { name: text('platform', 'denied.ask') }).click();
    const why = theirs.getByRole('dialog');
    await expect(why.getByText(text('platform', 'denied.oneOf'))).toBeVisible();
    await expect(why.getByText('Mariam Al Suwaidi')).toBeVisible();
    // The notice covers the panel for 2.5 s.
    await expect(theirs.getByText(text('platform', 'notifications.denied'))).toHaveCount(0);
    await expectAccessible(theirs);
    await why.getByRole('button', { name: text('platform', 'denied.send') }).click();
    const asked = await mailTo(request, 'customer@rasid.test', email);
    expect(asked.text).toContain('/PureTrace/groups/create');
  });
});
