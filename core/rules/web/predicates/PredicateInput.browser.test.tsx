import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type AppManifest, defineApp } from '#platform/common/define-app.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import type { Predicate } from '../../common/condition.ts';
import { PredicateInput } from './PredicateInput.tsx';

const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  routes: {},
  pages: [],
  solutions: [{ id: 1, key: 'tracker', icon: 'box' }],
  hardware: [
    {
      id: 101,
      solution: 1,
      name: { en: 'Tracker', ar: 'جهاز تتبّع' },
      sensors: ['battery', 'tamper'],
      reportEverySeconds: 60,
      positions: { person: { sos: 'tamper' } },
    },
  ],
}) as unknown as AppManifest;

const yard = { id: 3, companyId: 7, name: 'Yard', description: '', createdAt: '2026-03-01T08:00:00.000Z' };
const t = (key: string) => text('rules', key);
const select = (key: string) => page.getByRole('combobox', { name: t(key), exact: true });
const input = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
const choose = async (key: string, option: string) => {
  await select(key).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

function Tried({ before, changed }: { before: Predicate; changed(value: Predicate): void }) {
  const [value, setValue] = useState(before);
  return (
    <PredicateInput
      app={app}
      sensors={['battery', 'tamper']}
      device={undefined}
      number={1}
      value={value}
      invalid={false}
      onRemove={undefined}
      onChange={(next) => {
        changed(next);
        setValue(next);
      }}
    />
  );
}

describe.each(languages)('a condition in %s', (language: Language) => {
  /** Shows the condition, and returns its values in the order of the changes. */
  async function open(before: Predicate = { sensor: '', is: '>', value: Number.NaN }): Promise<Predicate[]> {
    testServer({ 'GET /geofence': [yard], 'GET /geofence/3': yard });
    const values: Predicate[] = [];
    await show(language, <Tried before={before} changed={(next) => values.push(next)} />, {
      texts: ['rules', 'devices', 'places'],
    });
    return values;
  }

  test('may be that the tracker is slower than a speed', async () => {
    const values = await open();
    await choose('values.condition.sensor', t('rules.place'));
    await choose('values.condition.is', t('rules.operators.slower'));
    await expect.element(input('values.condition.value')).toHaveValue('20 km/h');
    await input('values.condition.value').fill('12.5');
    expect(values.at(-1)).toEqual({ position: 'slower', than: 12.5 });
    await expectAccessible();
  });

  test('may be that the tracker is outside of a geofence, or of all', async () => {
    const values = await open();
    await choose('values.condition.sensor', t('rules.place'));
    await choose('values.condition.is', t('rules.operators.outside'));
    expect(values.at(-1)).toEqual({ place: 'outside', geofenceId: null });
    await choose('rules.geofenceOrAll', yard.name);
    expect(values.at(-1)).toEqual({ place: 'outside', geofenceId: yard.id });
    await expectAccessible();
  });

  test('may be that the tracker is faster than its geofence allows', async () => {
    const values = await open();
    await choose('values.condition.sensor', t('rules.place'));
    await choose('values.condition.is', t('rules.operators.over-limit'));
    await input('rules.over').fill('5');
    expect(values.at(-1)).toEqual({ limit: 'fence', over: 5 });
    await expectAccessible();
  });

  test('may be a fall between two readings while another sensor is in a state', async () => {
    const values = await open();
    await choose('values.condition.sensor', text('devices', 'sensors.battery'));
    await choose('values.condition.is', t('rules.operators.falls'));
    await choose('values.condition.is', t('rules.operators.drops'));
    await expect.element(select('values.condition.is')).toHaveValue(t('rules.operators.drops'));
    await expect.element(input('rules.by')).toHaveValue('');
    await input('rules.by').fill('15');
    expect(values.at(-1)).toEqual({ step: 'battery', by: -15 });
    await choose('rules.onlyWhile', text('devices', 'sensors.tamper'));
    expect(values.at(-1)).toEqual({ step: 'battery', by: -15, onlyWhile: { sensor: 'tamper', is: false } });
    await expectAccessible();
    await choose('values.condition.is', t('rules.operators.jumps'));
    expect(values.at(-1)).toEqual({ step: 'battery', by: 15, onlyWhile: { sensor: 'tamper', is: false } });
  });

  test('may be that nobody is known to wear the tracker', async () => {
    const values = await open();
    await choose('values.condition.sensor', t('rules.person'));
    await expect.element(select('values.condition.is')).toHaveValue(t('rules.operators.no-person'));
    expect(values.at(-1)).toEqual({ person: 'unknown' });
    await expectAccessible();
    await choose('values.condition.sensor', t('rules.place'));
    expect(values.at(-1)).toEqual({ place: 'enters', geofenceId: null });
  });
});
