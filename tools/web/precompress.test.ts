import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { precompress } from './precompress.mjs';

test('scripts, styles and tiles of some size are compressed next to themselves, fonts and small files are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rasid-assets-'));
  const large = 'export const one = 1;\n'.repeat(200);
  const files = { 'a.js': large, 'b.css': large, 'c.woff2': large, 'd.js': 'one', 'world/0.bin': large };
  mkdirSync(join(folder, 'world'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  precompress(folder);
  const written = readdirSync(folder, { recursive: true }).map(String);
  expect(written.filter((name) => name.endsWith('.br')).sort()).toEqual(['a.js.br', 'b.css.br', 'world/0.bin.br']);
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(large);
  rmSync(folder, { recursive: true });
});
