import { expect, test } from 'vitest';
import { aheadFiles } from './ahead-files.ts';

/** Modules with what they import lazily. */
const lazy: Record<string, string[]> = {
  '/main/web-apps.ts': ['/core/rooms/web/RoomsPage.tsx', '/core/shop/web/ShopPage.tsx'],
  '/core/rooms/web/index.tsx': ['/core/rooms/web/RoomsPage.tsx'],
  '/core/rooms/web/parts.tsx': ['/core/rooms/web/RoomPage.tsx'],
  '/core/shop/web/index.tsx': ['/core/shop/web/ShopPage.tsx'],
  '/platform/web/Header.tsx': ['/platform/web/Palette.tsx'],
};
const imports: Record<string, string[]> = {
  '/core/rooms/web/index.tsx': ['/core/rooms/web/parts.tsx'],
};

const chunk = (fileName: string, moduleIds: string[], more: object = {}) => ({
  type: 'chunk',
  fileName,
  moduleIds,
  facadeModuleId: moduleIds[0] ?? null,
  imports: [],
  dynamicImports: [],
  ...more,
});
const css = (...files: string[]) => ({ viteMetadata: { importedCss: new Set(files), importedAssets: new Set() } });
const bundle = Object.fromEntries(
  [
    chunk(
      'shell.js',
      [
        '/main/web-apps.ts',
        '/core/rooms/web/index.tsx',
        '/core/rooms/web/parts.tsx',
        '/core/shop/web/index.tsx',
        '/platform/web/Header.tsx',
      ],
      { dynamicImports: ['rooms.js', 'room.js', 'shop.js', 'palette.js'] },
    ),
    chunk('rooms.js', ['/core/rooms/web/RoomsPage.tsx'], { imports: ['shell.js', 'grid.js'], ...css('rooms.css') }),
    chunk('grid.js', ['/platform/web/Grid.tsx'], { dynamicImports: ['filter.js', 'map.js'] }),
    chunk('filter.js', ['/platform/web/Filter.tsx']),
    chunk('map.js', ['/platform/web/MapCanvas.tsx']),
    chunk('room.js', ['/core/rooms/web/RoomPage.tsx'], { imports: ['shell.js'] }),
    chunk('shop.js', ['/core/shop/web/ShopPage.tsx'], { imports: ['shell.js'] }),
    chunk('palette.js', ['/platform/web/Palette.tsx']),
    chunk('texts-en.js', ['/core/rooms/locales/en.json', '/core/shop/locales/en.json']),
    chunk('rooms-ar.js', ['/core/rooms/locales/ar.json']),
  ].map((one) => [one.fileName, one]),
) as never;

const files = aheadFiles(
  bundle,
  { imports: (id) => imports[id] ?? [], lazyImports: (id) => lazy[id] ?? [] },
  new Set(['/shell.js']),
);

test('a slice has the files of its pages and their parts, without those of other slices, the shell and maps', () => {
  expect(files.rooms).toEqual(['/filter.js', '/grid.js', '/room.js', '/rooms.css', '/rooms.js']);
  expect(files.shop).toEqual(['/shop.js']);
});

test('texts are kept by language, and the frame of the pages has its own parts', () => {
  expect(files['rooms/ar']).toEqual(['/rooms-ar.js']);
  expect(files['shop/en']).toEqual(['/texts-en.js']);
  expect(files).not.toHaveProperty('shop/ar');
  expect(files.platform).toEqual(['/palette.js']);
});
