import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, textsIn, violationsOf } from './journey.ts';

const groups = ['inputs', 'times', 'filters', 'outputs', 'empties'];
const text = textsIn('en');
const sample = text('gallery', 'sample');

const tag = ['@platform'];

test.use({ gallery: true });
test.beforeEach(async ({ signIn }) => signIn('customer'));

async function open(page: Page, group: string) {
  await page.goto(`/development/gallery?group=${group}`);
  await expect(page.locator('[data-pane=ar] [data-state]').first()).toBeVisible();
  const english = page.locator('[data-pane=en]');
  return {
    part: (name: string, state: string) =>
      english
        .locator('section')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
        .locator(`[data-state=${state}]`),
  };
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, { tag }, () => {
    test.use({ colorScheme: scheme });
    test('every component is accessible in both directions', async ({ page }) => {
      // Each group is checked in both directions.
      test.setTimeout(240_000);
      for (const group of groups) {
        await open(page, group);
        await expect(page.locator('[data-pane=en]')).toHaveAttribute('dir', 'ltr');
        await expect(page.locator('[data-pane=ar]')).toHaveAttribute('dir', 'rtl');
        await expectAccessible(page);
      }
    });
  });
}

test('a dialog adds no second banner to the page, and Esc closes it', { tag }, async ({ page }) => {
  const { part } = await open(page, 'inputs');
  await part('ConfirmDialog', 'default').getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const violations = await violationsOf(page, { type: 'rule', values: ['landmark-no-duplicate-banner'] });
  expect(violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('typed tags are split, and more than the limit are rejected', { tag }, async ({ page }) => {
  const { part } = await open(page, 'inputs');
  const empty = part('TagInput', 'empty');
  const field = empty.getByLabel(sample, { exact: true }).first();
  await field.pressSequentially('north, south;east|');
  await expect(empty.getByText('north', { exact: true })).toBeVisible();
  await expect(empty.getByText('east', { exact: true })).toBeVisible();
  await field.pressSequentially('west,');
  await expect(empty.getByText('You Cannot Enter More Than 3')).toBeVisible();
  await expect(empty.getByText('west', { exact: true })).toHaveCount(0);
});

test('a tag select loads fifty options, and the next fifty past 90 percent', { tag }, async ({ page }) => {
  const { part } = await open(page, 'inputs');
  const field = part('TagSelect', 'empty').getByLabel(sample, { exact: true }).first();
  await field.click();
  const options = page.getByRole('option');
  await expect(options).toHaveCount(50);
  await options.last().scrollIntoViewIfNeeded();
  await expect(options).toHaveCount(100);
  await page.getByRole('option', { name: 'Option 7', exact: true }).click();
  await expect(part('TagSelect', 'empty').getByText('Option 7', { exact: true })).toBeVisible();
});

test('a tooltip opens by keyboard and closes with Esc', { tag }, async ({ page }) => {
  const { part } = await open(page, 'inputs');
  const info = part('InfoTooltip', 'default').getByRole('button', { name: sample });
  await info.focus();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toBeVisible();
  expect((await tooltip.boundingBox())?.width).toBeLessThanOrEqual(500);
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});

test('the time picker keeps its bounds when typing and with arrow keys', { tag }, async ({ page }) => {
  const { part } = await open(page, 'times');
  const hour = part('TimePicker', 'filled').getByRole('spinbutton', {
    name: text('input', 'time.hour').replace('{{name}}', sample),
  });
  const minute = part('TimePicker', 'filled').getByRole('spinbutton', {
    name: text('input', 'time.minute').replace('{{name}}', sample),
  });
  await hour.fill('13');
  await expect(hour).toHaveValue('12');
  await hour.fill('0');
  await hour.blur();
  await expect(hour).toHaveValue('12');
  await hour.fill('7');
  await hour.blur();
  await expect(hour).toHaveValue('07');
  await hour.press('ArrowUp');
  await expect(hour).toHaveValue('08');
  await minute.fill('75');
  await expect(minute).toHaveValue('59');
  await minute.press('ArrowUp');
  await expect(minute).toHaveValue('59');
  await minute.fill('00');
  await minute.press('ArrowDown');
  await expect(minute).toHaveValue('00');
});

test('the end of two times waits for a valid start and must be later', { tag }, async ({ page }) => {
  const { part } = await open(page, 'times');
  const [from, to] = ['time.fromOf', 'time.toOf'].map((key) =>
    part('TimeRange', 'empty').getByRole('textbox', { name: text('input', key).replace('{{name}}', sample) }),
  ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>];
  await expect(to).toBeDisabled();
  await from.pressSequentially('0830');
  await expect(from).toHaveValue('08:30');
  await to.pressSequentially('0830');
  await expect(part('TimeRange', 'empty').getByText(text('input', 'range.fault.toLater'))).toBeVisible();
  await to.fill('09:00');
  await expect(part('TimeRange', 'empty').getByText(text('input', 'range.fault.toLater'))).toHaveCount(0);
});

test('a custom period can be selected only when it is valid', { tag }, async ({ page }) => {
  const { part } = await open(page, 'times');
  const selector = part('PeriodSelector', 'default').getByRole('button');
  await selector.click();
  await page.getByRole('menuitem', { name: text('platform', 'period.custom') }).click();
  const dialog = page.getByRole('dialog');
  const ok = dialog.getByRole('button', { name: text('platform', 'actions.ok') });
  await expect(ok).toBeDisabled();
  await dialog.getByLabel(text('input', 'range.startDate')).fill('10/03/2026');
  await dialog.getByLabel(text('input', 'range.endDate')).fill('10/03/2026');
  await dialog.getByLabel(text('input', 'range.startTime'), { exact: true }).fill('08:00');
  await dialog.getByLabel(text('input', 'range.endTime'), { exact: true }).fill('07:00');
  await expect(dialog.getByText(text('input', 'range.fault.sameTime'))).toBeVisible();
  await expect(ok).toBeDisabled();
  await dialog.getByLabel(text('input', 'range.endTime'), { exact: true }).fill('09:00');
  await expect(ok).toBeEnabled();
  await ok.click();
  await expect(selector).toContainText('2026/03/10 08:00 – 2026/03/10 09:00');
});

test('an inline range submits nothing while it is invalid', { tag }, async ({ page }) => {
  const { part } = await open(page, 'times');
  const flat = part('FlatDateTimeRange', 'default');
  const submitted = flat.locator('output');
  await flat.getByText(text('platform', 'period.last-week'), { exact: true }).click();
  await expect(submitted).not.toBeEmpty();
  const before = (await submitted.textContent()) ?? '';
  const end = flat.getByLabel(text('input', 'range.endTime'), { exact: true });
  await end.fill('2500');
  await expect(flat.getByText(text('input', 'range.fault.invalidTime'))).toBeVisible();
  await expect(submitted).toHaveText(before);
  await end.fill('1015');
  await expect(submitted).toContainText(/10:15$/);
});

test('a disabled tab cannot be selected', { tag }, async ({ page }) => {
  await open(page, 'times');
  const tab = page.getByRole('tab', { name: text('gallery', 'notAllowed') });
  await expect(tab).toBeDisabled();
  await tab.click({ force: true });
  await expect(page.getByRole('tab', { name: text('gallery', 'groups.times') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('a long list renders only visible rows', { tag }, async ({ page }) => {
  const { part } = await open(page, 'outputs');
  const list = part('VirtualList', 'filled').getByRole('region', { name: text('gallery', 'listed') });
  await expect(list.getByText('Row 1', { exact: true })).toBeVisible();
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(list.getByText('Row 5,000')).toBeVisible();
  expect(await list.getByRole('listitem').count()).toBeLessThan(40);
});
