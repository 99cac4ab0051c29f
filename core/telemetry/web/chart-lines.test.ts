import { expect, test } from 'vitest';
import type { Series } from '../common/reading.ts';
import { lineGroups } from './chart-lines.ts';

const series = (sensor: string, unit: string, counter = false): Series => ({
  sensor,
  unit,
  counter,
  decimals: 1,
  points: [[0, 2, 1, 3]],
});
const name = (sensor: string) => sensor.toUpperCase();

test('sensors with one unit share a chart, and a counter has its own with bars', () => {
  const tank = { name: 'Tank', series: [series('inlet', '°C'), series('outlet', '°C'), series('volume', 'm³', true)] };
  const groups = lineGroups([tank], name);
  expect(groups.map((lines) => lines.map((line) => [line.name, line.kind]))).toEqual([
    [
      ['INLET', 'line'],
      ['OUTLET', 'line'],
    ],
    [['VOLUME', 'bar']],
  ]);
});

test('each line of a page has its own colour, and lines of several devices carry the name of their device', () => {
  const groups = lineGroups(
    [
      { name: 'North', series: [series('temperature', '°C'), series('humidity', '%')] },
      { name: 'South', series: [series('temperature', '°C')] },
    ],
    name,
  );
  expect(groups.map((lines) => lines.map((line) => [line.name, line.color]))).toEqual([
    [
      ['North · TEMPERATURE', 0],
      ['South · TEMPERATURE', 2],
    ],
    [['North · HUMIDITY', 1]],
  ]);
});

test('a line shows the lowest and highest value of each bucket, the bars of a counter do not', () => {
  const [lines, bars] = lineGroups(
    [{ name: 'Tank', series: [series('level', 'm'), series('volume', 'm³', true)] }],
    name,
  );
  expect(lines?.[0]?.points).toEqual([[0, 2, 1, 3]]);
  expect(bars?.[0]?.points).toEqual([[0, 2]]);
});

test('the line of a switch sensor has the words of its states, that of a number does not', () => {
  const statesOf = (sensor: string) => (sensor === 'door' ? (['Closed', 'Open'] as const) : undefined);
  const [door, level] = lineGroups(
    [{ name: 'Room', series: [series('door', ''), series('level', 'm')] }],
    name,
    statesOf,
  );
  expect(door?.[0]?.states).toEqual(['Closed', 'Open']);
  expect(level?.[0]).not.toHaveProperty('states');
});
