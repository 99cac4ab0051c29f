import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, text } from '../../i18n/i18n.ts';
import { violationsOf } from '../../test-axe.ts';
import { isMirrored, show } from '../../test-render.tsx';
import { ChecklistInput } from './ChecklistInput.tsx';
import { type ChecklistItem, type ChecklistValue, checklistFaults } from './checklist.ts';

const shownTexts = { texts: ['input'] };
const t = (key: string, values?: Record<string, unknown>) => text('input', key, values);
const items: ChecklistItem[] = [
  { key: 'seal', kind: 'boolean', label: 'Seal intact', required: true },
  { key: 'temperature', kind: 'number', label: 'Temperature', min: 2, max: 8, decimals: 1, unit: '°C', required: true },
  { key: 'remark', kind: 'text', label: 'Remark' },
  { key: 'photo', kind: 'photo', label: 'Photo', required: true },
];
let answers: ChecklistValue = {};

function Checklist({ checked = false }: { checked?: boolean }) {
  const [value, setValue] = useState<ChecklistValue>({});
  answers = value;
  return <ChecklistInput label="Round" items={items} value={value} onChange={setValue} checked={checked} />;
}
const progress = (count: number) => page.getByText(t('checklist.progress', { count, total: 4 }), { exact: true });

describe.each(languages)('a checklist in %s', (language) => {
  test('takes the answers of all kinds and counts them', async () => {
    await show(language, <Checklist />, shownTexts);
    await expect.element(progress(0)).toBeVisible();
    const no = page.getByRole('radio', { name: t('checklist.no') });
    const { width, height } = no.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await no.click();
    await page.getByRole('textbox', { name: 'Temperature' }).fill('4.5');
    await page.getByRole('textbox', { name: 'Remark' }).fill('behind the door');
    await expect.element(progress(3)).toBeVisible();
    expect(answers).toEqual({ seal: false, temperature: 4.5, remark: 'behind the door' });
    await page.getByRole('textbox', { name: 'Remark' }).fill(' ');
    await expect.element(progress(2)).toBeVisible();
    expect(Object.keys(answers)).not.toContain('remark');
    expect(await violationsOf()).toEqual([]);
  });

  test('says at once what is beyond the limits, and what is missing at the end', async () => {
    await show(language, <Checklist />, shownTexts);
    const temperature = page.getByRole('textbox', { name: 'Temperature' });
    await temperature.fill('12');
    await userEvent.tab();
    await expect.element(page.getByText(t('checklist.above', { bound: 8 }))).toBeVisible();
    await expect.element(temperature).toHaveValue('12 °C');
    expect(page.getByText(t('checklist.missing')).elements()).toEqual([]);
    await temperature.fill('1');
    await expect.element(page.getByText(t('checklist.below', { bound: 2 }))).toBeVisible();
    await show(language, <Checklist checked />, shownTexts);
    await expect.poll(() => page.getByText(t('checklist.missing')).elements()).toHaveLength(3);
    expect(await violationsOf()).toEqual([]);
  });

  test('is answered by keyboard, with arrows that follow the direction of the language', async () => {
    await show(language, <Checklist />, shownTexts);
    const yes = page.getByRole('radio', { name: t('checklist.yes') });
    await expect.element(yes).toBeVisible();
    (yes.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.poll(() => answers.seal).toBe(true);
    await userEvent.keyboard(isMirrored(language) ? '{ArrowLeft}' : '{ArrowRight}');
    await expect.poll(() => answers.seal).toBe(false);
  });
});

test.each(['4.5', '-0.5', '10', '3.05'])('the number %s can be typed sign by sign', async (typed) => {
  await show('en', <Checklist />, shownTexts);
  const temperature = page.getByRole('textbox', { name: 'Temperature' });
  await expect.element(temperature).toBeVisible();
  (temperature.element() as HTMLElement).focus();
  await userEvent.keyboard(typed);
  const read = Math.trunc(Number(typed) * 10) / 10;
  await expect.poll(() => answers.temperature).toBe(read);
  await expect.element(temperature).toHaveValue(`${typed === '3.05' ? '3.0' : read} °C`);
});

test('a checklist is complete when what is required is answered within the limits', () => {
  const photo = [new File(['x'], 'x.jpg')];
  expect(checklistFaults(items, { seal: false, temperature: 2, photo })).toEqual([]);
  expect(checklistFaults(items, { seal: true, temperature: 8.1, photo: [] })).toEqual([
    { key: 'temperature', text: 'above', values: { bound: 8 } },
    { key: 'photo', text: 'missing' },
  ]);
});
