import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsBelow } from './statements.mjs';

let folder: string;
beforeAll(() => {
  mkdirSync('.data', { recursive: true });
  folder = relative(process.cwd(), mkdtempSync('.data/statements-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, code: string) =>
  writeFileSync(join(folder, name), code.replaceAll('#{', ['$', '{'].join('')));

/**
 * The texts of the statements of a module, with another one that it may import as `./names.ts`. Placeholders are written
 * as `#{…}`.
 */
function textsIn(code: string, names = ''): string[] {
  write('code.ts', code);
  write('names.ts', names);
  return statementsBelow([folder]).statements.flatMap(({ texts }) => texts);
}

test('values are parameters, and constants of raw text are part of the statement', () => {
  const code =
    "const what = 'name'; const read = (tx, id) => sql`SELECT #{sql.raw(what)} FROM t WHERE id = #{id}`.execute(tx);";
  expect(textsIn(code)).toEqual(['SELECT name FROM t WHERE id = $1']);
});

test('a helper of another module is followed with its arguments', () => {
  const code =
    "import { named } from './names.ts'; const read = (tx) => sql`SELECT #{named('t.owner')} FROM t`.execute(tx);";
  const names = 'export const named = (column: string) => sql`name_of(#{sql.ref(column)})`;';
  expect(textsIn(code, names)).toEqual(['SELECT name_of("t"."owner") FROM t']);
});

test('each alternative becomes a text', () => {
  const code = 'const read = (tx, all) => sql`SELECT 1 FROM t WHERE #{all ? sql`true` : sql`own`}`.execute(tx);';
  expect(textsIn(code)).toEqual(['SELECT 1 FROM t WHERE true', 'SELECT 1 FROM t WHERE own']);
});

test('a condition that callers pass is that of each caller', () => {
  const code = `const rows = (tx: Tx, where: RawBuilder<unknown>) => sql\`SELECT 1 FROM t WHERE #{where}\`.execute(tx);
    const one = (tx: Tx) => rows(tx, sql\`id = 1\`); const open = (tx: Tx) => rows(tx, sql\`open\`);`;
  expect(textsIn(code)).toEqual(['SELECT 1 FROM t WHERE id = 1', 'SELECT 1 FROM t WHERE open']);
});

test('conditions that are collected in a list are all joined', () => {
  const code = `const read = (tx, name) => { const all = [sql\`a\`]; if (name) all.push(sql\`b = #{name}\`);
    return sql\`SELECT 1 FROM t WHERE #{sql.join(all, sql\` AND \`)}\`.execute(tx); };`;
  expect(textsIn(code)).toEqual(['SELECT 1 FROM t WHERE a AND b = $1']);
});

test('a name that is only known at run time leaves the statement unknown', () => {
  write('code.ts', 'export const read = (tx, table) => sql`SELECT 1 FROM #{sql.table(table)}`.execute(tx);');
  expect(statementsBelow([folder]).statements).toMatchObject([{ texts: [], unknown: expect.any(String) }]);
});
