import type { Page } from '@playwright/test';
import { deviceOf, expect, expectAccessible, expectDirection, storyLanguage, test } from '../journey.ts';

const tag = ['@core/rules', '@core/device-app'];

/** Chooses an option of a select by its label. */
async function choose(page: Page, label: string, option: string, nth = 0): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).nth(nth).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a rule with two severities raises an alarm that climbs and shows its limit, and is switched off', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('rules', key);
    const ofAlarm = (key: string, values: Record<string, string> = {}) =>
      Object.entries(values).reduce((found, [name, value]) => found.replace(`{{${name}}}`, value), text('alarms', key));
    const name = language === 'ar' ? 'الخزان دافئ جدًا' : 'Tank too warm';
    const alarmName = language === 'ar' ? 'حرارة الخزان' : 'Tank temperature';
    await signIn('customer');
    // The simulator does not change this tank.
    const tank = await deviceOf(request, 'customer', 'solutionId=2&sort[id]=asc&skip=2');
    await page.goto(`/PureTrace/devices/list/solution/2/device/${tank.id}?tab=rules`);
    await expect(page.getByText(text('swam', 'alarms.level-high')).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: t('rules.createForDevice') }).click();
    await page.waitForURL('**/PureTrace/rules/create?device=*');
    await expectDirection(page, language);

    await expect(page.getByRole('combobox', { name: t('fields.deviceId'), exact: true })).toHaveValue(tank.name);
    await page.getByRole('textbox', { name: t('fields.name'), exact: true }).fill(name);
    await page.getByRole('textbox', { name: t('rules.names.en') }).fill(language === 'en' ? alarmName : '');
    await page.getByRole('textbox', { name: t('rules.names.ar') }).fill(language === 'ar' ? alarmName : '');
    await choose(page, t('values.condition.sensor'), text('devices', 'sensors.temperature'));
    await page.getByRole('textbox', { name: t('values.condition.value'), exact: true }).fill('60');
    await page.getByRole('textbox', { name: t('rules.clearBand') }).fill('2');
    await page.getByRole('button', { name: t('rules.addLevel') }).click();
    await page
      .getByRole('textbox', { name: t('values.condition.value'), exact: true })
      .nth(1)
      .fill('70');
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/core/rules/list?app=swam');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(tank.name);

    await page.goto('/PureTrace/alarms/operational');
    await tank.publish({ temperature: 65 });
    const alarm = page.getByRole('row').filter({ hasText: alarmName });
    await expect(alarm).toContainText(t('values.severity.poor'));
    await expect(alarm).toContainText('60');
    await tank.publish({ temperature: 72.5 });
    await expect(alarm).toContainText(t('values.severity.problem'));
    await alarm.getByRole('link', { name: alarmName }).click();
    const details = page.getByRole('complementary', { name: ofAlarm('details') });
    await expect(details).toContainText(/72\.5\s°C/);
    // In Arabic the number and its unit still read from left to right.
    const isolate = language === 'ar' ? '\u2066' : '';
    await expect(details).toContainText(new RegExp(ofAlarm('crossed.above', { limit: `${isolate}70(\\.0)?\\s°C` })));
    await expect(
      page.getByText(ofAlarm('events.severity-raised', { severity: t('values.severity.problem') })),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL('**/PureTrace/rules/*/edit');
    await expect(page.getByRole('textbox', { name: t('values.condition.value'), exact: true }).nth(1)).toHaveValue(
      /70/,
    );

    // Without its rule the condition no longer applies.
    await page.goto('/PureTrace/rules/list');
    await row.hover();
    await row.getByRole('button', { name: t('actions.switch-off') }).click();
    await expect(row).toContainText(t('rules.off'));
    await page.goto('/PureTrace/alarms/operational');
    await expect(alarm).toContainText(ofAlarm('values.condition.cleared'));
    await tank.end();
  });
});
