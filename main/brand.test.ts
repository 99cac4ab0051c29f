import { expect, test } from 'vitest';
import { readSiteSettings } from './brand.ts';

test('apps hidden by the brand are added to those hidden by the environment', () => {
  expect(readSiteSettings('madar', ['fleet', 'gm']).hidden.sort()).toEqual(['fleet', 'gm', 'school', 'urban-ai']);
});

test('both shipped brand files are valid', () => {
  for (const brand of ['rasid', 'madar']) expect(readSiteSettings(brand, []).brand.colours).toHaveLength(10);
});

test('an unknown brand is refused with the names of the existing brands', () => {
  expect(() => readSiteSettings('acme', [])).toThrow('BRAND must be one of madar, rasid, not "acme".');
});

test('map servers are site settings, and the address of the geocoder stays on the server', () => {
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
