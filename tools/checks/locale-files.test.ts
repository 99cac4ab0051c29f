import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parityProblems } from './locale-files.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rasid-locales-'));
  mkdirSync(join(folder, 'locales'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function problemsOf(en: object, ar: object): string[] {
  writeFileSync(join(folder, 'locales/en.json'), JSON.stringify(en));
  writeFileSync(join(folder, 'locales/ar.json'), JSON.stringify(ar));
  return parityProblems(folder).map((problem) => problem.replace(folder, ''));
}

const six = { n_zero: 'لا أجهزة', n_one: 'جهاز', n_two: 'جهازان', n_few: 'أجهزة', n_many: 'جهازا', n_other: 'جهاز' };

test('locale files with the same keys and the plural forms of each language have no problems', () => {
  const en = { list: { title: 'Devices' }, n_one: 'device', n_other: 'devices' };
  expect(problemsOf(en, { list: { title: 'الأجهزة' }, ...six })).toEqual([]);
});

test('a key that only one language has is reported for the other', () => {
  expect(problemsOf({ a: 'A' }, { b: 'ب' })).toEqual(['/locales/ar.json lacks "a"', '/locales/en.json lacks "b"']);
});

test('a missing plural form is reported', () => {
  const { n_few, ...five } = six;
  expect(problemsOf({ n_one: 'device', n_other: 'devices' }, five)).toEqual(['/locales/ar.json lacks "n_few"']);
  expect(problemsOf({ n_other: 'devices' }, six)).toEqual(['/locales/en.json lacks "n_one"']);
});

test('an empty text, a lost value and an untranslated sentence are reported', () => {
  expect(problemsOf({ a: 'A' }, { a: ' ' })).toEqual(['/locales/ar.json lacks "a"']);
  expect(problemsOf({ a: 'Hello {{name}}' }, { a: 'مرحبا' })).toHaveLength(1);
  expect(problemsOf({ a: 'Choose a company' }, { a: 'Choose a company' })).toEqual(['/locales: "a" is not translated']);
  expect(problemsOf({ a: 'PureTrace' }, { a: 'PureTrace' })).toEqual([]);
});
