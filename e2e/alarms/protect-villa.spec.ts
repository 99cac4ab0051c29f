import { expect, expectAccessible, expectDirection, storyLanguage, test } from '../journey.ts';
import { addPanelToStock } from '../journey-database.ts';
import { panelOf } from './journey-panel.ts';

const tag = ['@core/alarms', '@solutions/defcon'];
const serial = '70B3D5FA00000001';
const site = 'Villa 30';
const contact = 'Hessa Al Marri';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a panel of the inventory is linked, gets its zones and its call list, is tested, and goes into service', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    await addPanelToStock('other@rasid.test', { serial, site });
    await signIn('other');
    await page.goto('/ProTect/panels/list');
    await page.getByRole('button', { name: text('defcon', 'linking.title') }).click();
    await page.getByLabel(text('defcon', 'fields.serial')).fill(serial);
    await page.getByLabel(text('defcon', 'fields.name')).fill(site);
    await page.getByRole('combobox', { name: text('defcon', 'columns.site') }).fill(site);
    await page.getByRole('option', { name: site }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: text('defcon', 'linking.submit'), exact: true }).click();
    await expect(page).toHaveURL(/panels\/details\/\d+/);
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
    await expectDirection(page, language);

    // What is missing is named.
    const activate = text('defcon', 'activate');
    await page.getByRole('button', { name: activate, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: activate });
    await dialog.getByRole('button', { name: activate, exact: true }).click();
    for (const part of ['zones', 'call-list', 'test'])
      await expect(dialog.getByText(text('defcon', `missing.${part}`))).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: text('defcon', 'tabs.zones') }).click();
    await page.getByRole('button', { name: text('defcon', 'addZone') }).click();
    await page.getByLabel(text('defcon', 'fields.number')).fill('1');
    await page.getByLabel(text('defcon', 'fields.name')).fill('Front door');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Front door', { exact: true })).toBeVisible();

    await page.getByRole('tab', { name: text('defcon', 'tabs.callList') }).click();
    await page.getByRole('button', { name: text('defcon', 'premisesFile.addContact') }).click();
    await page.getByLabel(text('defcon', 'fields.name')).fill(contact);
    await page.getByLabel(text('defcon', 'fields.phone')).fill('+971505550151');
    await page.keyboard.press('Enter');
    await expect(page.getByText(contact).first()).toBeVisible();

    const panel = await panelOf(request, 'other', id);
    await panel.report('intrusion', { code: 'BA', zone: 1 });
    await page.getByRole('tab').first().click();
    await page.getByRole('button', { name: activate, exact: true }).click();
    await page.getByRole('dialog', { name: activate }).getByRole('button', { name: activate, exact: true }).click();
    await expect(page.getByText(text('defcon', 'serviceTexts.active'))).toBeVisible();
    // What it reported before is not an incident.
    await page.goto('/ProTect/alarms/intrusion-alarms');
    await expect(page.getByText(site)).toHaveCount(0);
  });
});
