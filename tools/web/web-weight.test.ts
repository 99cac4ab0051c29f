import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApps, copyProduct, type ProductCopy } from '../tests/product-copy.ts';
import { shellBytes } from './web-weight.ts';

const apps = 12;
let product: ProductCopy;
beforeAll(() => {
  product = copyProduct();
});
afterAll(() => product.remove());

async function built(): Promise<number> {
  await product.node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error');
  return shellBytes(join(product.folder, 'dist/web'));
}

test('each app adds less than 1 kB to the first page, even with twelve further apps', async () => {
  const before = await built();
  await addApps(product, apps);
  const perApp = ((await built()) - before) / apps;
  expect(perApp).toBeGreaterThan(0);
  expect(perApp).toBeLessThan(1000);
}, 600_000);
