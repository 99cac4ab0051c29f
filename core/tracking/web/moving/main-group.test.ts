import { expect, test } from 'vitest';
import { mainGroup } from './main-group.ts';

const dubai = [0, 1, 2, 3, 4].map((n) => ({ lat: 25.2 + n / 50, lng: 55.3 + n / 60 }));
const riyadh = { lat: 24.7, lng: 46.7 };

test('one device a thousand kilometres away does not zoom out the map', () => {
  expect(mainGroup([...dubai, riyadh])).toEqual(dubai);
});

test('devices of a country are shown together, and so are few devices', () => {
  const country = [riyadh, { lat: 21.5, lng: 39.2 }, { lat: 26.4, lng: 50.1 }, { lat: 18.2, lng: 42.5 }];
  expect(mainGroup(country)).toEqual(country);
  expect(mainGroup([...dubai.slice(0, 2), riyadh])).toHaveLength(3);
  expect(mainGroup([])).toEqual([]);
});
