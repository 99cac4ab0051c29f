import { expect, test } from 'vitest';
import { readTabs, tabsAddress } from './addresses.ts';

test.each([
  ['structures-all', { parent: 'structures', child: 'all' }],
  ['assets-cold-room', { parent: 'assets', child: 'cold-room' }],
  ['assets-مضخة', { parent: 'assets', child: 'مضخة' }],
  ['assets-', { parent: 'assets', child: 'all' }],
  ['planes-all', { parent: 'structures', child: 'all' }],
  ['assets', { parent: 'structures', child: 'all' }],
])('the address part %s selects the parent and child tab %j', (text, expected) => {
  expect(readTabs(text)).toEqual(expected);
});

test('an asset type with special characters is encoded in the address and read back', () => {
  const address = tabsAddress('assets', 'a/b-c');
  expect(address).toBe('/core/assets-v2/list/assets-a%2Fb-c');
  expect(readTabs(decodeURIComponent(address.split('/').at(-1) ?? ''))).toEqual({ parent: 'assets', child: 'a/b-c' });
});
