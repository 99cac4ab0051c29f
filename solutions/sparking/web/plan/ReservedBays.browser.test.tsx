import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { bodiesOf } from '#platform/web/test-server.ts';
import { sparking } from '../../app.ts';
import { dialog, focusPlan, keys, open, reservedSlots, signIn, t } from './test-plan.tsx';

beforeEach(() => {
  registerApps([sparking]);
  signIn('read', 'update', 'set-state');
});

describe.each(languages)('the plan of bays that are reserved in %s', (language: Language) => {
  test('marks reserved bays, still tells which are occupied, and a bay says until when it is reserved and for whom', async () => {
    await open(language, { shown: reservedSlots });
    const reserved = page.getByRole('option', {
      name: `A-01, ${t('values.use.standard')}, ${t('values.state.free')}, ${t('plan.reserved')}`,
    });
    await expect.element(reserved).toBeVisible();
    const marks = [...document.querySelectorAll<SVGElement>('[role=option]')];
    const letters = [...document.querySelectorAll('[data-plan-items] text')];
    expect(letters.map(({ textContent }) => textContent)).toEqual(['R', 'X', '?', '–']);
    expect(marks.map(({ dataset }) => dataset.colour)).toEqual(['violet', 'teal', 'pink', 'grey']);
    await expect.element(page.getByText(t('plan.reservedOccupied'))).toBeVisible();
    await expect.element(page.getByText(t('plan.reservedUnknown'))).toBeVisible();
    await expectAccessible();
    await reserved.click();
    await expect.element(dialog().getByText(t('columns.reservedUntil'))).toBeVisible();
    await expect.element(dialog().getByText(/28\/11\/2099/)).toBeVisible();
    await expect.element(dialog().getByText('Wedding')).toBeVisible();
  });

  test('reserves the selected bays', async () => {
    const sent = await open(language);
    await focusPlan();
    await keys('Home', '{Shift>}{ArrowRight}{/Shift}');
    await page.getByRole('button', { name: t('actions.reserve'), exact: true }).click();
    await expect.element(dialog().getByText(t('reservation.bays', { count: 2, numbers: 'A-01, A-02' }))).toBeVisible();
    expect(
      dialog()
        .getByRole('combobox', { name: t('fields.groupId') })
        .elements(),
    ).toEqual([]);
    await expectAccessible();
    await dialog()
      .getByRole('textbox', { name: t('fields.purpose') })
      .fill('Wedding');
    await dialog()
      .getByRole('button', { name: text('kit', 'actions.save') })
      .click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/sparking/api/location/9/reservation'))
      .toMatchObject([{ purpose: 'Wedding', slotIds: [1, 2] }]);
    const [body] = bodiesOf(sent, 'POST', '/sparking/api/location/9/reservation');
    expect(Object.keys(body as object).toSorted()).toEqual(['from', 'purpose', 'slotIds', 'until']);
    await expect.element(page.getByText(t('plan.selected', { count: 2 }))).not.toBeInTheDocument();
  });
});
