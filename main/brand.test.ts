import { expect, test } from 'vitest';
import { readSiteSettings } from './brand.ts';

test('a brand names its apps to hide, which join those of the environment', () => {
  expect(readSiteSettings('madar', ['fleet', 'gm']).hidden.sort()).toEqual(['fleet', 'gm', 'school', 'urban-ai']);
});

test('both brands that ship are whole', () => {
  for (const brand of ['rasid', 'madar']) expect(readSiteSettings(brand, []).brand.colours).toHaveLength(10);
});

test('an unknown brand is refused with the names of those that there are', () => {
  expect(() => readSiteSettings('acme', [])).toThrow('BRAND must be one of madar, rasid, not "acme".');
});
