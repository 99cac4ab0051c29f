import { expect, test } from 'vitest';
import { recentTopics } from './recent-topics.ts';

test('a topic has changed since a time only for the companies that had events after it', () => {
  let time = 1000;
  const recent = recentTopics(() => time);
  time = 5000;
  recent.add('devices', 7);
  expect(recent.hasChanged('devices', [7], 4000)).toBe(true);
  expect(recent.hasChanged('devices', [8], 4000)).toBe(false);
  expect(recent.hasChanged('devices', 'all', 4000)).toBe(true);
  expect(recent.hasChanged('devices', [7], 5001)).toBe(false);
  expect(recent.hasChanged('alarms', 'all', 4000)).toBe(false);
});

test('an event without a company concerns everybody', () => {
  let time = 1000;
  const recent = recentTopics(() => time);
  time = 5000;
  recent.add('device:4', null);
  expect(recent.hasChanged('device:4', [8], 4000)).toBe(true);
});

test('a time before the remembered events counts as changed', () => {
  let time = 1000;
  const recent = recentTopics(() => time);
  expect(recent.hasChanged('devices', [7], 1000)).toBe(true);
  for (time of [70_000, 140_000, 210_000]) recent.add('alarms', 7);
  expect(recent.hasChanged('devices', [7], 100_000)).toBe(true);
  expect(recent.hasChanged('devices', [7], 150_000)).toBe(false);
});
