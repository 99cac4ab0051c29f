import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSiteSettings } from '../brand.ts';
import { openHttp } from '../compose.ts';
import { type Rasid, rasid } from '../testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const madar = readSiteSettings('madar', []);
const manifestIn = async (language: string) => {
  const http = await openHttp(app.kit, { webFolder: null, site: madar });
  const reply = await http.inject(`/app.webmanifest?language=${language}`);
  await http.close();
  return { ...reply, manifest: reply.json() };
};

test('the installed app has the name, colour and language of the brand and the person', async () => {
  for (const language of ['en', 'ar'] as const) {
    const { manifest, headers } = await manifestIn(language);
    expect(headers['content-type']).toContain('application/manifest+json');
    expect(headers['cache-control']).toBe('no-cache');
    expect(manifest).toMatchObject({
      name: madar.brand.name[language],
      lang: language,
      dir: language === 'ar' ? 'rtl' : 'ltr',
      theme_color: madar.brand.colours[7],
      display: 'standalone',
    });
  }
});

test('the installed app has shortcuts to alarms, scanning and adding a device', async () => {
  const { manifest } = await manifestIn('en');
  expect(manifest.shortcuts).toEqual([
    { name: 'Alarms', url: '/open/alarms' },
    { name: 'Scan', url: '/open/scan' },
    { name: 'Add device', url: '/open/add-device' },
  ]);
  expect((await manifestIn('ar')).manifest.shortcuts[0]).toEqual({ name: 'الإنذارات', url: '/open/alarms' });
});

test('every icon of the installed app has its size, and a maskable one fills the square with the brand colour', async () => {
  const { manifest } = await manifestIn('en');
  const icons = [...manifest.icons, { src: '/icons/apple-touch-icon.png', sizes: '180x180' }];
  for (const { src, sizes } of icons) {
    const reply = await app.http.inject(src);
    expect(reply.headers['content-type']).toBe('image/png');
    const { width, height } = await sharp(reply.rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const masked = await sharp((await app.http.inject('/icons/maskable-512.png')).rawPayload)
    .raw()
    .toBuffer();
  expect(`#${masked.subarray(0, 3).toString('hex')}`).toBe(readSiteSettings('rasid', []).brand.colours[7]);
});
