import { expect, test } from 'vitest';
import { appNames, namesIn } from './app-name-rules.mjs';

const orchard = {
  id: 'orchard',
  brand: 'GreenRow',
  web: '/GreenRow',
  api: '/orchard',
  sensorTypes: [{ key: 'sap' }, { key: 'wind' }, { key: 'level' }],
  solutions: [{ key: 'tree' }],
};
const harbour = { id: 'sea-gate', brand: 'SeaGate', web: '/sea', api: '/sea-gate', sensorTypes: [{ key: 'wind' }] };
const names = appNames([orchard, harbour], ['level']);
const found = (line: string) => namesIn(line, names).map(({ name }: { name: string }) => name);

test.each([
  ['its id as a word', "where('app', '=', 'orchard')", 'orchard'],
  ['its id in an ability', "can('orchard.device.read')", 'orchard'],
  ['its id in the key of a permission', "'p_orchard_device_read'", 'orchard'],
  ['an id of two words', "app: 'sea-gate'", 'sea-gate'],
  ['its brand', '{ "title": "Open GreenRow" }', 'GreenRow'],
  ['its address', "navigate('/sea/list')", '/sea'],
  ['the address of its calls', '`/orchard/device/{id}`', '/orchard'],
  ['a sensor that it alone declares', "sensor: 'sap'", 'sap'],
  ['a solution that it alone declares', '{ "tree": "Trees" }', 'tree'],
])('a file that contains %s names the app', (_what, line, name) => {
  expect(found(line)).toContain(name);
});

test.each([
  ['a longer word', 'orchards and fruit, GreenRows'],
  ['an id within a longer one', "app: 'sea-gate-2'"],
  ['an address that begins alike', "navigate('/seaside')"],
  ['the key of a sensor as a plain word', 'the sap of a tree'],
  ['a key that several apps declare', "sensor: 'wind'"],
  ['a key that is shared', "sensor: 'level'"],
])('%s names no app', (_what, line) => {
  expect(found(line)).toEqual([]);
});

test('a name is reported with its line, once', () => {
  expect(namesIn("first\nimport 'orchard'; // orchard", names)).toEqual([{ line: 2, name: 'orchard' }]);
});
