import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { buildWebIfStale } from './web/build-web.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// Everything that `npm start` would otherwise write into this folder, which may then be read-only.
ensureInstalled();
buildWebIfStale();
const { chromiumLaunchOptions } = await import('../platform/server/chromium.mjs');
chromiumLaunchOptions();
console.log('Ready: npm start now writes only to its data folder.');
