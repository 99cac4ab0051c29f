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

test('map servers are settings of the site; the address of the geocoder stays with the server', () => {
  const site = readSiteSettings('rasid', [], {
    geocoderUrl: 'https://nominatim.example.com/?key=secret',
    mapTilesUrl: 'https://tiles.example.com/{z}/{x}/{y}.png',
    mapTilesAttribution: '© OpenStreetMap',
  });
  expect(site).toMatchObject({
    tiles: { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© OpenStreetMap' },
    geocoder: true,
  });
  expect(JSON.stringify(site)).not.toContain('secret');
  expect(readSiteSettings('rasid', [])).toMatchObject({ tiles: null, geocoder: false });
});
