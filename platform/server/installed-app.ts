import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { type AppManifest, textNamespaceOf } from '../common/define-app.ts';
import { openAddress } from '../common/open-address.ts';
import type { SiteSettings } from '../common/settings/site-settings.ts';
import { textOf } from './locale-texts.ts';

type Language = 'en' | 'ar';
type Brand = SiteSettings['brand'];

/** The shade of the brand colour behind the mark; white on it has enough contrast. */
const shade = 7;
const white = '#ffffff';

/**
 * The icons of the installed app. `part`: the part of the side that the mark takes; systems cut maskable icons to a
 * circle of four fifths. `corner`: the radius of the corners, as a part of the side.
 */
const icons = {
  'icon-192.png': { side: 192, part: 0.7, corner: 0.2 },
  'icon-512.png': { side: 512, part: 0.7, corner: 0.2 },
  'maskable-512.png': { side: 512, part: 0.5, corner: 0 },
  'apple-touch-icon.png': { side: 180, part: 0.66, corner: 0 },
} as const;
type IconName = keyof typeof icons;

const pathsOf = ({ mark }: Brand) => mark.map((path) => `<path d="${path}"/>`).join('');

/** The mark of the brand in its colour, for tabs of browsers. */
const markSvg = (brand: Brand): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${brand.colours[shade]}" stroke-width="2.6" stroke-linecap="round">${pathsOf(brand)}</svg>`;

function iconSvg(brand: Brand, { side, part, corner }: (typeof icons)[IconName]): Buffer {
  const [margin, scale] = [(side * (1 - part)) / 2, (side * part) / 32];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${side * corner}" fill="${brand.colours[shade]}"/><g transform="translate(${margin} ${margin}) scale(${scale})" fill="none" stroke="${white}" stroke-width="2.4" stroke-linecap="round">${pathsOf(brand)}</g></svg>`,
  );
}

/** The pages that the installed app offers as shortcuts, each name once. */
function shortcutsOf(apps: readonly AppManifest[], language: Language) {
  const found = apps.flatMap((app) =>
    app.pages.flatMap((page) => (page.quick?.shortcut ? [{ app, page, quick: page.quick }] : [])),
  );
  const byName = new Map(found.toReversed().map((one) => [one.quick.name, one]));
  return [...byName.values()]
    .sort((a, b) => (a.quick.shortcut ?? 0) - (b.quick.shortcut ?? 0))
    .map(({ app, page, quick }) => ({
      name: textOf({ id: textNamespaceOf(app, page) }, language, quick.text ?? `pages.${page.key}`) ?? quick.name,
      url: openAddress(quick.name),
    }));
}

const png = { type: 'image/png' } as const;

function manifestOf({ brand }: SiteSettings, apps: readonly AppManifest[], language: Language) {
  return {
    id: '/',
    name: brand.name[language],
    short_name: brand.name[language],
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: brand.colours[shade],
    background_color: white,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', purpose: 'any', ...png },
      { src: '/icons/icon-512.png', sizes: '512x512', purpose: 'any', ...png },
      { src: '/icons/maskable-512.png', sizes: '512x512', purpose: 'maskable', ...png },
    ],
    shortcuts: shortcutsOf(apps, language),
  };
}

/** Serves the web app manifest in the language of its `language`, and the icons made from the brand. */
export function serveInstalledApp(http: FastifyInstance, settings: SiteSettings, apps: readonly AppManifest[]): void {
  const drawn = new Map<IconName, Promise<Buffer>>();
  const schema = { hide: true };
  http.get('/app.webmanifest', { schema }, async (request, reply) => {
    const language = (request.query as { language?: unknown }).language === 'ar' ? 'ar' : 'en';
    const manifest = JSON.stringify(manifestOf(settings, apps, language));
    return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest);
  });
  http.get('/icons/mark.svg', { schema }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('image/svg+xml').send(markSvg(settings.brand)),
  );
  for (const [name, icon] of Object.entries(icons) as [IconName, (typeof icons)[IconName]][])
    http.get(`/icons/${name}`, { schema }, async (_request, reply) => {
      const bytes = drawn.get(name) ?? sharp(iconSvg(settings.brand, icon)).png().toBuffer();
      drawn.set(name, bytes);
      return reply
        .header('cache-control', 'no-cache')
        .type('image/png')
        .send(await bytes);
    });
}
