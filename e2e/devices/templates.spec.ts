import { deviceOf, expect, expectAccessible, storyLanguage, test } from '../journey.ts';

const tag = ['@core/templates', '@core/device-app', '@solutions/swam'];

/** The name of a rule of the starter. */
const noReading = { en: 'No reading', ar: 'لا قراءات' };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a template is made of a starter, given to a device, and its limit raises an alarm that a person handles', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('templates', key);
    const save = () => page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    const name = language === 'ar' ? 'الأنابيب الصاعدة' : 'Risers';
    await signIn('customer');
    // Each language uses its own detector, which the simulator does not change.
    const riser = await deviceOf(request, 'customer', 'solutionId=3&sort[id]=asc');
    await page.goto('/PureTrace/templates/list');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.goto('/PureTrace/templates/create?model=301');
    await page.getByRole('textbox', { name: t('fields.name'), exact: true }).fill(name);
    const sensor = text('devices', 'sensors.pressure');
    const card = page.getByRole('region', { name: sensor });
    const high = (severity: string) =>
      card.getByRole('textbox', {
        name: `${t('threshold.high')}: ${text('platform', `values.severity.${severity}`)}`,
      });
    await expect(high('poor')).toHaveValue(/6/);
    await expectAccessible(page);

    // Limits out of order are refused under their field.
    await high('problem').fill('5');
    await save();
    await expect(card.getByText(t('validation.thresholdOrder'))).toBeVisible();
    await expectAccessible(page);
    await high('problem').fill('7.5');
    await card.getByRole('textbox', { name: t('threshold.lasts') }).fill('0');
    await page.getByRole('button', { name: `${t('rule.remove').replace('{{name}}', noReading[language])}` }).click();
    await save();
    await page.waitForURL('**/PureTrace/templates/*/details');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByText('7.5')).toBeVisible();
    await expectAccessible(page);

    // It is given to the detector on its page.
    await page.goto(`/PureTrace/devices/list/solution/3/device/${riser.id}?tab=template`);
    await page.getByRole('button', { name: t('actions.detach') }).click();
    const choice = page.getByRole('combobox', { name: t('apply.template') });
    await choice.click();
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('button', { name: t('apply.button'), exact: true }).click();
    await expect(page.getByRole('link', { name })).toBeVisible();
    await expectAccessible(page);

    // A value beyond the limit raises an alarm, which is acknowledged.
    await riser.publish({ pressure: 7.8 });
    await page.goto(`/PureTrace/devices/list/solution/3/device/${riser.id}?tab=alarms`);
    const alarmName = text('swam', 'alarms.pressure');
    const alarm = page.getByRole('row').filter({ hasText: alarmName });
    await expect(alarm).toContainText(text('platform', 'values.severity.problem'));
    await alarm.getByRole('link', { name: alarmName }).click();
    await page
      .getByRole('button', { name: text('alarms', 'actions.acknowledge') })
      .first()
      .click();
    await expect(
      page.getByText(text('alarms', 'events.acknowledged'), { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible();

    // A new version is compared with the one before it and given to the devices that follow the template.
    await page.goto('/PureTrace/templates/list');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('link', { name: t('actions.edit') }).click();
    await high('problem').fill('7.2');
    await save();
    await page.waitForURL('**/PureTrace/templates/*/details');
    await page.getByRole('tab', { name: t('tabs.versions') }).click();
    await expect(page.getByRole('table', { name: t('compare.title') })).toContainText('7.2');
    await expectAccessible(page);
    await page.getByRole('button', { name: t('apply.button'), exact: true }).click();
    const panel = page.getByRole('dialog');
    await expectAccessible(page);
    await panel.getByRole('button', { name: t('apply.button'), exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: riser.name })).toBeVisible();
    await expect(
      page
        .getByRole('dialog')
        .getByText(t('values.applicationState.done'))
        .or(page.getByRole('dialog').getByText(t('values.applicationState.waiting')))
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await riser.end();
  });
});
