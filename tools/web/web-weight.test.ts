import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApps, copyProduct, type ProductCopy } from '../tests/product-copy.ts';
import { buildWebIfStale, productionWeb } from './build-web.mjs';
import { shellBytes } from './web-weight.ts';

const apps = 12;
let product: ProductCopy;
beforeAll(() => {
  product = copyProduct();
});
afterAll(() => product.remove());

test('each app adds less than 1 kB to the first page, also for who holds twelve more', async () => {
  // The journeys use the same build.
  buildWebIfStale();
  await addApps(product, apps);
  await product.node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error');
  const perApp = (shellBytes(join(product.folder, 'dist/web')) - shellBytes(productionWeb)) / apps;
  expect(perApp).toBeGreaterThan(0);
  expect(perApp).toBeLessThan(1000);
});
