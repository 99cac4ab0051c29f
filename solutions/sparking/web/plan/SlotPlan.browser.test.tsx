import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NewItem } from '#core/layouts/common/layout-item.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { bodiesOf } from '#platform/web/test-server.ts';
import { sparking } from '../../app.ts';
import { dialog, focusPlan, keys, open, option, signIn, slots, t } from './test-plan.tsx';

beforeEach(() => {
  registerApps([sparking]);
  signIn('read', 'update', 'set-state');
});

describe.each(languages)('the plan of bays in %s', (language: Language) => {
  test('tells each state by its word, its letter and its pattern', async () => {
    await open(language);
    await expect.element(option(0)).toBeVisible();
    const marks = [...document.querySelectorAll<SVGElement>('[role=option]')];
    const letters = [...document.querySelectorAll('[data-plan-items] text')];
    expect(letters.map(({ textContent }) => textContent)).toEqual(['F', 'X', '?', '–']);
    expect(new Set(marks.map(({ dataset }) => dataset.colour)).size).toBe(4);
    for (const at of [1, 2, 3]) await expect.element(option(at)).toBeVisible();
    await expectAccessible();
  });

  test('is walked by arrow keys; Enter opens a bay, and a letter says what is seen there', async () => {
    const sent = await open(language);
    await focusPlan();
    await keys('Home', 'ArrowRight', 'Enter');
    await expect.element(dialog().getByText('RADAR-4')).toBeVisible();
    await expect.element(dialog().getByText(t('values.quality.measured'))).toBeVisible();
    await keys('Escape');
    await expect.element(dialog()).not.toBeInTheDocument();
    await keys('ArrowRight', 'o');
    await expect.poll(() => document.querySelector('[role=dialog] input[value=occupied]:checked')).not.toBeNull();
    await dialog()
      .getByRole('textbox', { name: t('fields.reason') })
      .fill('A trolley');
    await keys('Enter');
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/sparking/api/slot/3/state'))
      .toEqual([{ state: 'occupied', reason: 'A trolley' }]);
  });

  test('finds a bay with a slash, and changes the selected ones alike', async () => {
    const sent = await open(language);
    await focusPlan();
    await keys('/');
    await expect.element(page.getByRole('textbox', { name: t('plan.search') })).toHaveFocus();
    await keys('0', '3', 'Enter', '{Shift>}{ArrowLeft}{/Shift}', 'Enter');
    await expect.element(dialog()).toHaveTextContent(t('plan.selected', { count: 2 }));
    await dialog()
      .getByRole('combobox', { name: t('columns.use') })
      .click();
    await page.getByRole('option', { name: t('values.use.ev') }).click();
    await dialog()
      .getByRole('button', { name: text('kit', 'actions.save') })
      .click();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', '/sparking/api/slot/bulk'))
      .toEqual([{ ids: [2, 3], set: { use: 'ev' } }]);
  });

  test('opens the bay that is clicked', async () => {
    await open(language);
    await option(1).click();
    await expect.element(dialog().getByText('RADAR-4')).toBeVisible();
  });

  test('gets a row of bays by figures alone', async () => {
    const sent = await open(language, { placed: slots.slice(0, 1) });
    await page.getByText(t('plan.modes.row'), { exact: true }).click();
    await page.getByRole('textbox', { name: t('row.end.x') }).fill('50');
    await page.getByRole('button', { name: t('row.place', { count: 3 }) }).click();
    await expect.poll(() => bodiesOf(sent, 'PUT', '/layout/3/item')).toHaveLength(1);
    // The keyboard goes on where it began.
    await expect.element(page.getByRole('radio', { name: t('plan.modes.watch') })).toHaveFocus();
    const [{ items }] = bodiesOf(sent, 'PUT', '/layout/3/item') as [{ items: NewItem[] }];
    expect(items.map(({ refId, x, y }) => [refId, x, y])).toEqual([
      [2, 0.1, 0.5],
      [3, 0.3, 0.5],
      [4, 0.5, 0.5],
    ]);
  });
});

test('a viewer opens bays and changes nothing', async () => {
  signIn('read');
  await open('en');
  await option(0).click();
  await expect.element(dialog().getByText('RADAR-4')).toBeVisible();
  expect(
    dialog()
      .getByRole('button', { name: text('kit', 'actions.save') })
      .elements(),
  ).toEqual([]);
  expect(page.getByText(t('plan.modes.move')).elements()).toEqual([]);
  await keys('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  // Nothing can be done with the selected bays.
  await focusPlan();
  await keys('Home', '{Shift>}{ArrowRight}{/Shift}', 'Enter');
  await expect.element(page.getByText(t('plan.selected', { count: 2 }))).toBeVisible();
  for (const action of ['plan.editSelected', 'actions.reserve'])
    expect(page.getByRole('button', { name: t(action), exact: true }).elements()).toEqual([]);
  expect(dialog().elements()).toEqual([]);
});
