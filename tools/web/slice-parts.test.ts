import { expect, test } from 'vitest';
import { apps } from '#main/apps.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { browserTexts, iconComponent, iconModule, iconsOf, menuTexts } from './slice-parts.ts';

test('menu texts contain the name and purpose of the app, its pages and their groups', () => {
  const shown = { app: 'Rooms', about: 'Who is where.', pages: { list: 'All rooms' }, sidebar: { rooms: 'Rooms' } };
  expect(menuTexts({ ...shown, errors: { full: 'Full' } })).toEqual(shown);
});

test('the browser gets no advice about alarms, which the server sends with the alarm', () => {
  const ofServer = { guidance: { 'forced-door': 'Go and look.' }, reportSections: { doors: 'Doors' } };
  expect(browserTexts({ app: 'Rooms', ...ofServer })).toEqual({ app: 'Rooms' });
});

test('an icon is included once, under the name in the manifests', () => {
  expect(iconModule(['droplet-half-2', 'box', 'box'])).toBe(
    [
      `import { IconBox, IconDropletHalf2 } from '@tabler/icons-react';`,
      `export default { "box": IconBox, "droplet-half-2": IconDropletHalf2 };`,
    ].join('\n'),
  );
});

test('every icon that a manifest names exists, and another one is refused by its name', () => {
  for (const app of apps as readonly AppManifest[])
    for (const names of Object.values(iconsOf)) for (const name of names(app)) iconComponent(name);
  expect(() => iconComponent('no-such-icon')).toThrow('"no-such-icon"');
});
