import { readFileSync } from 'node:fs';
import { filesBelow, sliceFolders } from '../sources.mjs';
import { locationOf } from './boundary-rules.mjs';
import { movedTables } from './moved-tables.mjs';

const inSql = /\b(?:from|join|into|update)\s+"?([a-z_]+)"?/gi;
const inQueries =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|(?:inner|left|right|full|cross)Join)\(\s*\[?\s*['"`]([a-zA-Z_]+)/g;

const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Finds uses of another slice's tables, instead of its api.ts or events. */
function foreignTables() {
  const creators = new Map();
  for (const path of filesBelow(sliceFolders(), ['.sql'])) {
    const created = readFileSync(path, 'utf8').matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([a-z_]+)/gi);
    for (const [, table] of created) creators.set(table, locationOf(path).slice);
  }
  const owners = new Map([
    ...creators,
    ...Object.entries(movedTables).flatMap(([slice, { tables }]) => tables.map((table) => [table, slice])),
  ]);
  const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(\/\/|--).*$/gm, '$1');
  return filesBelow(sliceFolders(), ['.ts', '.sql'])
    .filter((path) => locationOf(path).part === 'server' && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = withoutComments(readFileSync(path, 'utf8'));
      const used = new Set([...text.matchAll(inSql), ...text.matchAll(inQueries)].map(([, table]) => snake(table)));
      // Migrations also change tables that have moved to another slice since.
      const ownerOf = path.endsWith('.sql') ? creators : owners;
      return [...used]
        .filter((table) => owners.has(table) && ownerOf.get(table) !== locationOf(path).slice)
        .map((table) => `${path} reads the table ${table} of ${ownerOf.get(table)}`);
    });
}

const found = foreignTables();
console.log(`tables: ${found.length} uses of another slice's table`);
if (process.argv.includes('--list')) for (const one of found) console.log(`  ${one}`);

process.exitCode = found.length === 0 ? 0 : 1;
