import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { walkSource } from '../sources.mjs';
import { bindTextFunction, placeholdersOf, textCallOf, valueProblems } from './text-values.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rasid-text-values-'));
  mkdirSync(join(folder, 'locales'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const english = {
  hello: 'Hello {{name}}',
  given: { done_one: 'Access to one lock', done_other: 'Access to {{count}} locks' },
  state: { on: '{{name}} is on', off: '{{name}} is off since {{time}}' },
};
const arabic = {
  ...english,
  given: {
    done_zero: 'أقفال',
    done_one: 'قفل',
    done_two: 'قفلان',
    done_few: '{{count}} أقفال',
    done_many: '{{count}} قفلا',
    done_other: '{{count}} قفل',
  },
};

function problemsOf(code: string, { ar = arabic }: { ar?: object } = {}): string[] {
  writeFileSync(join(folder, 'locales/en.json'), JSON.stringify(english));
  writeFileSync(join(folder, 'locales/ar.json'), JSON.stringify(ar));
  const path = join(folder, 'Page.tsx');
  writeFileSync(path, code);
  const bound = new Map<string, string>();
  const problems: string[] = [];
  const texts = [placeholdersOf(folder)];
  walkSource(path, (node: object) => {
    bindTextFunction(bound, node);
    const call = textCallOf(bound, node);
    if (call) problems.push(...valueProblems({ ...call, where: 'Page' }, texts));
  });
  return problems;
}

test('a call that passes what its text shows has no problems', () => {
  expect(problemsOf("t('hello', { name }); t('given.done', { count: locks.length });")).toEqual([]);
});

test('plural forms without a count are reported, and so is the value that no form shows', () => {
  expect(problemsOf("t('given.done', { locks: 2 })")).toEqual([
    'Page does not pass {count} to "given.done"',
    'Page passes {locks}, which no form of "given.done" shows',
  ]);
  expect(problemsOf("t('given.done')")).toHaveLength(1);
});

test('a value that only the Arabic text shows must be passed', () => {
  expect(problemsOf("t('hello', { name })", { ar: { ...arabic, hello: 'مرحبا {{name}} {{company}}' } })).toEqual([
    'Page does not pass {company} to "hello"',
  ]);
});

test('a function bound to the texts of a hook is checked under its own name', () => {
  expect(problemsOf("const kit = useKitText(); kit('hello');")).toEqual(['Page does not pass {name} to "hello"']);
  expect(problemsOf("const other = useNothing(); other('hello');")).toEqual([]);
});

test('each key of a choice is checked', () => {
  expect(problemsOf("t(any ? 'hello' : 'state.off', { name })")).toEqual(['Page does not pass {time} to "state.off"']);
});

/** A call whose key is a template string. */
const composed = (values = '') => `t(\`state.\${state}\`, ${values})`;

test('a composed key needs the values that all its texts show, and passes only values that one of them shows', () => {
  expect(problemsOf(composed('{ name }'))).toEqual([]);
  expect(problemsOf(composed('{ name, time }'))).toEqual([]);
  expect(problemsOf(composed())).toEqual(['Page does not pass {name} to "state.on"']);
  expect(problemsOf(composed('{ name, place }'))).toEqual(['Page passes {place}, which no form of "state.on" shows']);
});

test('values that cannot be read from the code are left to the reviewer', () => {
  expect(problemsOf("t('hello', values); t('hello', { ...values });")).toEqual([]);
});
