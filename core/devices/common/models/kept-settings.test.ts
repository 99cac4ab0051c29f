import { expect, test } from 'vitest';
import { keptSettingsOf, templateSettings } from './kept-settings.ts';

test('a model that reports positions has the settings of stops and gaps, with its own defaults', () => {
  expect(templateSettings({}).stopSeconds).toBeUndefined();
  expect(templateSettings({ positions: {} }).stopSeconds).toMatchObject({ default: 180 });
  const truck = { positions: { stopSeconds: 300 } };
  expect(templateSettings(truck)).toMatchObject({ stopSeconds: { default: 300 }, gapSeconds: { default: 900 } });
  expect(keptSettingsOf(truck)).toEqual({ stopSeconds: 300 });
});
