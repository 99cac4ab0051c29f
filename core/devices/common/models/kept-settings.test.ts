import { expect, test } from 'vitest';
import { keptSettingsOf, settingsInForce, templateSettings } from './kept-settings.ts';

test('a model that reports positions has the settings of stops and gaps, with its own defaults', () => {
  expect(templateSettings({}).stopSeconds).toBeUndefined();
  expect(templateSettings({ positions: {} }).stopSeconds).toMatchObject({ default: 180 });
  const truck = { positions: { stopSeconds: 300 } };
  expect(templateSettings(truck)).toMatchObject({ stopSeconds: { default: 300 }, gapSeconds: { default: 900 } });
  expect(keptSettingsOf(truck)).toEqual({ stopSeconds: 300 });
  const van = { positions: { distanceSource: 'gps', leastTripMetres: 500, maxSpeed: 200 } } as const;
  expect(templateSettings(van)).toMatchObject({
    distanceSource: { default: 'gps' },
    leastTripMetres: { default: 500 },
  });
  expect(keptSettingsOf(van)).toEqual({ distanceSource: 'gps', leastTripMetres: 500 });
  expect(keptSettingsOf({})).toEqual({});
});

test('a template takes precedence over the company, and the company over the model', () => {
  const model = { stopMetres: 50, stopSeconds: 300, gapSeconds: 600 };
  const company = { stopSeconds: 240, gapSeconds: 1200 };
  const template = { gapSeconds: 1800 };
  expect(settingsInForce({ model, company, template })).toEqual({ stopMetres: 50, stopSeconds: 240, gapSeconds: 1800 });
});
