import { expect, test } from 'vitest';
import { shellFiles } from './service-worker.ts';

const chunk = (fileName: string, more: object = {}) => ({
  type: 'chunk',
  fileName,
  name: fileName,
  facadeModuleId: null,
  moduleIds: [],
  imports: [],
  ...more,
});
const css = (...files: string[]) => ({ viteMetadata: { importedCss: new Set(files), importedAssets: new Set() } });
const bundleOf = (...chunks: object[]) =>
  Object.fromEntries(chunks.map((one) => [(one as { fileName: string }).fileName, one])) as never;

test('the service worker keeps what every first page needs, in all languages, and no other page', () => {
  const { files, entry } = shellFiles(
    bundleOf(
      chunk('index.js', { facadeModuleId: '/index.html', imports: ['react.js'], ...css('index.css') }),
      chunk('react.js'),
      chunk('layer.js', { name: 'shell', ...css('shell.css') }),
      chunk('kit-ar.js', { facadeModuleId: '/platform/web/locales/ar.json' }),
      chunk('menu-ar.js', { moduleIds: ['\0menu:/core/slice/locales/ar'] }),
      chunk('page.js', { facadeModuleId: '/core/slice/web/Page.tsx', imports: ['layer.js'] }),
    ),
  );
  expect(entry).toBe('index.js');
  const shell = ['index.css', 'index.js', 'kit-ar.js', 'layer.js', 'menu-ar.js', 'react.js', 'shell.css'];
  expect(files).toEqual(shell.map((file) => `/${file}`));
});
