import { Button, SegmentedControl, Tabs, TextInput } from '@mantine/core';
import type { ComponentType } from 'react';
import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { languages, text } from '../i18n/i18n.ts';
import { violationsOf } from '../test-axe.ts';
import { isMirrored, show } from '../test-render.tsx';
import { sizes } from '../theme.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { FilterParts } from './FilterParts.tsx';
import { InputParts } from './InputParts.tsx';
import { EmptyParts, OutputParts } from './OutputParts.tsx';
import { ProofParts } from './ProofParts.tsx';
import { TimeParts } from './TimeParts.tsx';

const groups: [string, ComponentType][] = [
  ['inputs', InputParts],
  ['proofs', ProofParts],
  ['times', TimeParts],
  ['filters', FilterParts],
  ['outputs', OutputParts],
  ['empties', EmptyParts],
];
const schemes = ['light', 'dark'] as const;
/** A component of the gallery in one of its states, once it is shown: its texts load before. */
async function part(name: string, state: string): Promise<Locator> {
  const shown = page.getByTestId(`${name} ${state}`);
  await expect.element(shown).toBeVisible();
  return shown;
}
const sample = () => text('gallery', 'sample');
const input = (key: string) => text('input', key).replace('{{name}}', sample());

describe.each(languages)('in %s', (language) => {
  describe.each(schemes)('in the %s scheme', (scheme) => {
    test.each(groups)('the %s of the kit are accessible', async (_group, Parts) => {
      localStorage.setItem('mantine-color-scheme-value', scheme);
      await show(language, <Parts />);
      await expect.element(page.getByRole('heading', { level: 4 }).first()).toBeVisible();
      expect(document.documentElement.dataset.mantineColorScheme).toBe(scheme);
      expect(document.documentElement.dir).toBe(isMirrored(language) ? 'rtl' : 'ltr');
      expect(await violationsOf()).toEqual([]);
    });
  });
});

test('buttons, inputs, choices and tabs are as large as a finger on a phone', async () => {
  await show(
    'en',
    <>
      <Button>Large</Button>
      <Button size="compact-xs" m={sizes.touch}>
        Small
      </Button>
      <TextInput label="Name" />
      <SegmentedControl data={['Day', 'Week']} />
      <Tabs defaultValue="first">
        <Tabs.List>
          <Tabs.Tab value="first">First</Tabs.Tab>
        </Tabs.List>
      </Tabs>
    </>,
  );
  const shown = page.getByRole('button', { name: 'Large' });
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.dataset.phone).toBe('');
  const large = [
    ...[shown, page.getByRole('textbox'), page.getByRole('tab')],
    page.getByText('Week', { exact: true }).element().closest('label'),
  ];
  for (const one of large) {
    const element = one instanceof Element ? one : one?.element();
    expect(element?.getBoundingClientRect().height).toBeGreaterThanOrEqual(sizes.touch);
  }
  // Smaller letters would make a phone enlarge the page around the input.
  expect(Number.parseFloat(getComputedStyle(page.getByRole('textbox').element()).fontSize)).toBeGreaterThanOrEqual(16);
  const small = page.getByRole('button', { name: 'Small' }).element();
  const { x, y, width, height } = small.getBoundingClientRect();
  const reached = [-21, 21].map((by) => small.contains(document.elementFromPoint(x + width / 2, y + height / 2 + by)));
  expect(reached).toEqual([true, true]);
});

test('a dialog adds no second banner to the page, and Esc closes it', async () => {
  let closed = false;
  await show(
    'en',
    <>
      <header>Rasid</header>
      <ConfirmDialog
        opened
        title="Sure?"
        message="Really?"
        entityName="Pump"
        onConfirm={() => {}}
        onCancel={() => {
          closed = true;
        }}
      />
    </>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await violationsOf({ type: 'rule', values: ['landmark-no-duplicate-banner'] })).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => closed).toBe(true);
});

test('typed tags are split, and more than the limit are rejected', async () => {
  await show('en', <InputParts />);
  const empty = await part('TagInput', 'empty');
  await empty.getByLabelText(sample(), { exact: true }).first().click();
  await userEvent.keyboard('north, south;east|');
  await expect.element(empty.getByText('north', { exact: true })).toBeVisible();
  await expect.element(empty.getByText('east', { exact: true })).toBeVisible();
  await userEvent.keyboard('west,');
  await expect.element(empty.getByText('You Cannot Enter More Than 3')).toBeVisible();
  expect(empty.getByText('west', { exact: true }).elements()).toEqual([]);
});

test('a tag select loads fifty options, and the next fifty past 90 percent', async () => {
  await show('en', <InputParts />);
  const empty = await part('TagSelect', 'empty');
  await empty.getByLabelText(sample(), { exact: true }).first().click();
  const options = page.getByRole('option');
  await expect.poll(() => options.elements().length).toBe(50);
  options.elements().at(-1)?.scrollIntoView();
  await expect.poll(() => options.elements().length).toBe(100);
  await page.getByRole('option', { name: 'Option 7', exact: true }).click();
  await expect.element(empty.getByText('Option 7', { exact: true })).toBeVisible();
});

test('a tooltip opens by keyboard and closes with Esc', async () => {
  await show('en', <InputParts />);
  const info = (await part('InfoTooltip', 'default')).getByRole('button', { name: sample() });
  (info.element() as HTMLElement).focus();
  const tooltip = page.getByRole('tooltip');
  await expect.element(tooltip).toBeVisible();
  expect(tooltip.element().getBoundingClientRect().width).toBeLessThanOrEqual(500);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => tooltip.elements()).toEqual([]);
});

test('the time picker keeps its bounds when typing and with arrow keys', async () => {
  await show('en', <TimeParts />);
  const filled = await part('TimePicker', 'filled');
  const hour = filled.getByRole('spinbutton', { name: input('time.hour') });
  const minute = filled.getByRole('spinbutton', { name: input('time.minute') });
  const press = async (field: Locator, key: string) => {
    (field.element() as HTMLElement).focus();
    await userEvent.keyboard(key);
  };
  await hour.fill('13');
  await expect.element(hour).toHaveValue('12');
  await hour.fill('0');
  await minute.click();
  await expect.element(hour).toHaveValue('12');
  await hour.fill('7');
  await minute.click();
  await expect.element(hour).toHaveValue('07');
  await press(hour, '{ArrowUp}');
  await expect.element(hour).toHaveValue('08');
  await minute.fill('75');
  await expect.element(minute).toHaveValue('59');
  await press(minute, '{ArrowUp}');
  await expect.element(minute).toHaveValue('59');
  await minute.fill('00');
  await press(minute, '{ArrowDown}');
  await expect.element(minute).toHaveValue('00');
});

test('the end of two times waits for a valid start and must be later', async () => {
  await show('en', <TimeParts />);
  const empty = await part('TimeRange', 'empty');
  const from = empty.getByRole('textbox', { name: input('time.fromOf') });
  const to = empty.getByRole('textbox', { name: input('time.toOf') });
  const fault = empty.getByText(text('input', 'range.fault.toLater'));
  await expect.element(to).toBeDisabled();
  await userEvent.type(from, '0830');
  await expect.element(from).toHaveValue('08:30');
  await userEvent.type(to, '0830');
  await expect.element(fault).toBeVisible();
  await to.fill('09:00');
  await expect.poll(() => fault.elements()).toEqual([]);
});

test('a custom period can be selected only when it is valid', async () => {
  await show('en', <TimeParts />);
  const selector = (await part('PeriodSelector', 'default')).getByRole('button');
  await selector.click();
  await page.getByRole('menuitem', { name: text('kit', 'period.custom') }).click();
  const dialog = page.getByRole('dialog');
  const ok = dialog.getByRole('button', { name: text('kit', 'actions.ok') });
  await expect.element(ok).toBeDisabled();
  await dialog.getByLabelText(input('range.startDate')).fill('10/03/2026');
  await dialog.getByLabelText(input('range.endDate')).fill('10/03/2026');
  await dialog.getByLabelText(input('range.startTime'), { exact: true }).fill('08:00');
  await dialog.getByLabelText(input('range.endTime'), { exact: true }).fill('07:00');
  await expect.element(dialog.getByText(input('range.fault.sameTime'))).toBeVisible();
  await expect.element(ok).toBeDisabled();
  await dialog.getByLabelText(input('range.endTime'), { exact: true }).fill('09:00');
  await expect.element(ok).toBeEnabled();
  await ok.click();
  await expect.element(selector).toHaveTextContent('2026/03/10 08:00 – 2026/03/10 09:00');
});

test('an inline range submits nothing while it is invalid', async () => {
  await show('en', <TimeParts />);
  const flat = await part('FlatDateTimeRange', 'default');
  const submitted = () => flat.element().querySelector('output')?.textContent ?? '';
  await flat.getByText(text('kit', 'period.last-week'), { exact: true }).click();
  await expect.poll(submitted).not.toBe('');
  const before = submitted();
  const end = flat.getByLabelText(input('range.endTime'), { exact: true });
  await end.fill('2500');
  await expect.element(flat.getByText(input('range.fault.invalidTime'))).toBeVisible();
  expect(submitted()).toBe(before);
  await end.fill('1015');
  await expect.poll(submitted).toMatch(/10:15$/);
});

test('a long list renders only visible rows', async () => {
  await show('en', <OutputParts />);
  const list = (await part('VirtualList', 'filled')).getByRole('region', { name: text('gallery', 'listed') });
  await expect.element(list.getByText('Row 1', { exact: true })).toBeVisible();
  list.element().scrollTo({ top: list.element().scrollHeight });
  await expect.element(list.getByText('Row 5,000')).toBeVisible();
  expect(list.getByRole('listitem').elements().length).toBeLessThan(40);
});
