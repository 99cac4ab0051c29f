import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { bodiesOf, refusal } from '#platform/web/test-server.ts';
import { button, kit, offered, open, path, press, rows, saved, signIn, stored, t } from './test-builder.tsx';

beforeEach(signIn);

type Given = Parameters<typeof open> extends [unknown, ...infer Rest] ? Rest : never;

describe.each(languages)('a report that is saved in %s', (language) => {
  const show = (...given: Given) => open(language, ...given);

  test('an error of the server opens its section and focuses its field, until it is changed', async () => {
    const errors = [{ param: 'sections.0.params.most', msg: 'outOfRange' }];
    await show({ [`PUT ${path}/5`]: refusal(418, { errors }) }, '/reports/edit/5?tab=schedule');
    await button(kit('actions.save')).click();
    const field = page.getByLabelText(language === 'en' ? 'Rows' : 'الصفوف');
    await expect.element(field).toBeVisible();
    await expect.element(field).toHaveFocus();
    await expect.element(page.getByText(kit('validation.outOfRange')).last()).toBeVisible();
    await field.fill('7');
    await expect.element(page.getByText(kit('validation.outOfRange'))).not.toBeInTheDocument();
  });

  test('a missing name is shown before anything is sent', async () => {
    const sent = await show({}, '/reports/create');
    await button(kit('actions.save')).click();
    await expect.element(page.getByLabelText(t('fields.name'))).toHaveFocus();
    expect(bodiesOf(sent, 'POST', path)).toEqual([]);
  });

  test('a report that somebody else has saved shows both versions, of which either is taken', async () => {
    const theirs = { ...stored, name: 'Weekly water', version: 4 };
    let reads = 0;
    let writes = 0;
    const sent = await show({
      [`GET ${path}/5`]: () => (++reads === 1 ? { ...stored } : { ...theirs }),
      [`PUT ${path}/5`]: () => (++writes === 2 ? { ...stored, version: 5 } : refusal(409, { word: 'report-changed' })),
    });
    await page.getByLabelText(t('fields.name')).fill('My water');
    await button(kit('actions.save')).click();
    const dialog = page.getByRole('dialog', { name: t('conflict.title') });
    await expect.element(dialog.getByText('My water')).toBeVisible();
    await expect.element(dialog.getByText('Weekly water')).toBeVisible();
    await expectAccessible();
    await button(t('conflict.keepMine')).click();
    await expect.poll(() => saved(sent).at(-1)).toMatchObject({ name: 'My water', version: 4 });
    await press('{Control>}s{/Control}');
    await button(t('conflict.takeTheirs')).click();
    await expect.element(page.getByLabelText(t('fields.name'))).toHaveValue('Weekly water');
  });

  test('a schedule writes out the next five runs, each with the period that it covers', async () => {
    const sent = await show({}, '/reports/edit/5?tab=schedule');
    await page.getByRole('switch', { name: t('schedule.on') }).click();
    await page.getByText(t('schedule.frequencies.yearly'), { exact: true }).click();
    const next = page.getByRole('listitem').filter({ hasText: '07:00' });
    await expect.poll(() => next.all().length).toBe(5);
    const years = next.all().map((item) => Number(/20\d\d/.exec(item.element().textContent ?? '')?.[0]));
    expect(years.map((year) => year - (years[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
    await expectAccessible();
    await press('{Control>}s{/Control}');
    await expect
      .poll(() => bodiesOf(sent, 'PUT', `${path}/5`)[0])
      .toMatchObject({ schedule: { frequency: 'yearly', times: ['07:00'], timeZone: 'Asia/Dubai' } });
  });

  test('a recipient is stored at once, and one who will be skipped is named with the reason', async () => {
    const sent = await show(
      {
        [`GET ${path}/people`]: [
          { id: 11, name: 'Amal' },
          { id: 12, name: 'Badr' },
        ],
        [`GET ${path}/5/receptor`]: [{ id: 1, user: { id: 12, name: 'Badr' }, state: 'active', maySeeAll: false }],
        [`POST ${path}/5/receptor`]: [{ userId: 11, result: 'added' }],
      },
      '/reports/edit/5?tab=recipients',
    );
    const skipped = page.getByRole('alert').filter({ hasText: t('recipients.skipped') });
    await expect.element(skipped.getByText('Badr')).toBeVisible();
    await expect.element(skipped.getByText(t('recipients.states.may-not-see'))).toBeVisible();
    await page.getByRole('checkbox', { name: 'Amal' }).click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${path}/5/receptor`)).toEqual([[{ userId: 11 }]]);
    await expectAccessible();
  });

  test('the recipients of a new report are stored with it', async () => {
    const sent = await show(
      {
        [`GET ${path}/people`]: [{ id: 11, name: 'Amal' }],
        [`POST ${path}`]: { ...stored },
        [`POST ${path}/5/receptor`]: [{ userId: 11, result: 'added' }],
      },
      '/reports/create?tab=recipients',
    );
    await page.getByRole('checkbox', { name: 'Amal' }).click();
    await page.getByLabelText(t('fields.name')).fill('New');
    await button(kit('actions.save')).click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${path}/5/receptor`)).toEqual([[{ userId: 11 }]]);
    // The page of the stored report, without a question about unsaved changes.
    await expect.poll(() => sent.filter((one) => one.path === `${path}/5` && one.method === 'GET').length).toBe(1);
    await expect.element(page.getByText(kit('form.unsavedText'))).not.toBeInTheDocument();
  });

  test('a starter brings its sections, period and schedule', async () => {
    const sent = await show(
      {
        [`GET ${path}/widget`]: [offered('alarms-count'), offered('consumption', { refused: 'no-permission' })],
        [`POST ${path}`]: { ...stored },
      },
      '/reports/create?starter=weekly-overview',
    );
    expect(rows()).toBe('0:6/12');
    await button(kit('actions.save')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', path)[0])
      .toMatchObject({
        name: text('reports', 'starters.weekly-overview'),
        sections: [{ kind: 'alarms-count' }],
        period: { preset: 'last-week' },
        schedule: { frequency: 'weekly', weekDays: [0] },
      });
  });

  test('leaving with unsaved changes asks first', async () => {
    await show();
    await page.getByLabelText(t('fields.name')).fill('Changed');
    await page.getByRole('link', { name: t('list') }).click();
    await expect.element(page.getByText(kit('form.unsavedText'))).toBeVisible();
    await button(kit('form.leave')).click();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
  });
});
