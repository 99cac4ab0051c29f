import { deviceOf, expect, expectAccessible, storyLanguage, test } from '../journey.ts';

const tag = ['@core/commands', '@core/rules', '@solutions/swam'];

const ruleNames = { en: 'Close the linked valve on a leak', ar: 'أغلق الصمام المرتبط عند التسرب' };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a person closes and opens a valve, reads what it means, and sees each step until the valve has confirmed it', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('swam', key);
    const unit = await deviceOf(request, 'customer', `solutionId=10&sort[id]=asc`);
    const { name, structure } = unit;
    await unit.publish({ valve: 'open', valvePosition: 100, manualMode: false, relay: false, pump: false });
    await unit.follow(({ position }) => ({ valve: position, valvePosition: position === 'open' ? 100 : 0 }));
    await signIn('customer');
    await page.goto(`/PureTrace/devices/control-unit/${unit.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    const state = page.locator('section').filter({ hasText: t('unit.state') });
    await expect(state.getByText(t('values.valve.open'), { exact: true })).toBeVisible();

    const order = async (command: string, means: string) => {
      await page.getByRole('button', { name: t(command), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t(means).split('{{')[0] as string);
      await expect(dialog).toContainText(structure.name);
      await dialog.getByRole('button', { name: t(command), exact: true }).click();
      await expect(dialog).toHaveCount(0);
    };
    const confirmed = page
      .locator('[aria-current="step"]')
      .filter({ hasText: text('commands', 'values.commandState.confirmed') });
    await order('commands.valve.closed', 'unit.means.closed');
    await expect(state.getByText(t('values.valve.closed'), { exact: true })).toBeVisible();
    await expect(confirmed).toHaveCount(1);
    await expectAccessible(page);
    await order('commands.valve.open', 'unit.means.open');
    await expect(state.getByText(t('values.valve.open'), { exact: true })).toBeVisible();

    // A tab has all commands and the inputs of those without a form of their own.
    await page.getByRole('tab', { name: text('device-app', 'deviceTabs.commands') }).click();
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: t('commands.valve.closed') })
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await unit.end();
  });

  test('the shipped rule closes the linked valve on a leak, and a person does so from the alarm', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('swam', key);
    const leak = await deviceOf(request, 'customer', `solutionId=3&sort[id]=asc`);
    const unit = await deviceOf(request, 'customer', `solutionId=10&sort[id]=asc`);
    await unit.publish({ valve: 'open', valvePosition: 100, manualMode: true });
    await signIn('customer');
    await page.goto(`/PureTrace/devices/list/solution/3/device/${leak.id}`);
    const links = page.locator('section').filter({ hasText: text('devices', 'links.actors') });
    if ((await links.getByRole('link', { name: unit.name, exact: true }).count()) === 0) {
      const add = links.getByRole('combobox', { name: text('devices', 'links.add') });
      await add.fill(unit.name);
      // Live values move the section while the options are open, which may close them.
      await expect(async () => {
        await add.fill('');
        await add.fill(unit.name);
        await page.getByRole('option', { name: unit.name, exact: true }).click({ timeout: 5000 });
      }).toPass();
    }
    await expect(links.getByRole('link', { name: unit.name, exact: true })).toBeVisible();
    await expectAccessible(page);

    // The unit names the rule, which is off until somebody switches it on.
    await page.goto(`/PureTrace/devices/control-unit/${unit.id}`);
    const rules = page.locator('section').filter({ hasText: text('rules', 'rules.acting.title') });
    const link = rules.getByRole('link', { name: ruleNames[language] });
    await expect(link).toBeVisible();
    await expect(page.getByText(t('errors.manual-mode'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('commands.valve.closed'), exact: true })).toBeDisabled();
    await link.click();
    const then = page.locator('section').filter({ hasText: text('rules', 'rules.actionsHint') });
    await expect(then.getByRole('combobox', { name: text('rules', 'rules.then') })).toHaveValue(
      t('commands.valve.closed'),
    );
    await expectAccessible(page);
    const enabled = page.getByRole('switch', { name: text('rules', 'fields.enabled') });
    if (!(await enabled.isChecked())) await enabled.press(' ');
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/core/rules/list?app=swam');

    // In manual mode nothing is sent, and the alarm shows why.
    const refused = text('alarms', 'events.action-refused').replace('{{command}}', t('commands.valve.closed'));
    await page.goto('/PureTrace/alarms/operational');
    await expect(async () => {
      await leak.publish({ leak: false });
      await leak.publish({ leak: true });
      await page.goto(`/PureTrace/alarms/operational?deviceId=${leak.id}`);
      await page
        .getByRole('row')
        .filter({ hasText: leak.name })
        .getByRole('link', { name: t('alarms.leak') })
        .click();
      await expect(page.getByText(refused).first()).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(page.getByText(t('errors.manual-mode')).first()).toBeVisible();
    await expectAccessible(page);

    // Once it has ended, a person closes the valve from the alarm.
    await unit.publish({ manualMode: false });
    await page
      .getByRole('complementary', { name: text('alarms', 'details') })
      .getByRole('button', { name: new RegExp(`${t('commands.valve.closed')}.*${unit.name}$`) })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('commands.valve.closed'), exact: true }).click();
    const sent = text('alarms', 'events.action-sent').replace('{{command}}', t('commands.valve.closed'));
    await expect(page.getByText(sent).first()).toBeVisible();
    await expectAccessible(page);
    await leak.publish({ leak: false });
    await Promise.all([leak.end(), unit.end()]);
  });
});
