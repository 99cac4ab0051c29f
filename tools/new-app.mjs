import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [id] = process.argv.slice(2);
const templates = 'tools/new-app';
const folder = `solutions/${id}`;

const words = id?.split('-') ?? [];
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const name = words.map((word, at) => (at === 0 ? word : capital(word))).join('');
const fillings = {
  id,
  name,
  brand: words.map(capital).join(' '),
  table: `${words.join('_')}_item`,
  tableName: `${name}Item`,
};
const fill = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, key) => fillings[key]);

const mistake = mistakeIn(id);
if (mistake) {
  console.error(mistake);
  process.exit(1);
}
writeSlice();
register('main/apps.ts', name, `#${folder}/app.ts`, /(export const apps = \[[^\]]*?),?\s*(\] as const)/);
register(
  'main/slices.ts',
  `${name}Server`,
  `#${folder}/server/index.ts`,
  /(export const slices[^=]*= \[[^\]]*?),?\s*(\])/,
);
spawnSync('node_modules/.bin/biome', ['check', '--write', folder, 'main/apps.ts', 'main/slices.ts'], {
  stdio: 'inherit',
});
console.log(
  `${folder} is made and listed in main/apps.ts. Next: npm run demo:reset, then npm start, and open /${id}/items/list.`,
);

function mistakeIn(wanted) {
  if (!wanted || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(wanted)) {
    return 'Usage: npm run new:app NAME, with a name of small letters, digits and single hyphens, for example pest-control.';
  }
  return ['core', 'solutions'].some((parent) => existsSync(join(parent, wanted)))
    ? `There is already a slice "${wanted}".`
    : undefined;
}

function writeSlice() {
  for (const path of readdirSync(templates, { recursive: true })) {
    if (!path.endsWith('.txt')) continue;
    const target = join(folder, fill(path.slice(0, -'.txt'.length)));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, fill(readFileSync(join(templates, path), 'utf8')));
  }
}

function register(file, exported, specifier, list) {
  const source = readFileSync(file, 'utf8');
  const listed = source.replace(list, `$1, ${exported}$2`);
  if (listed === source)
    throw new Error(`The list in ${file} has another form than this script knows: add ${exported} by hand.`);
  writeFileSync(file, `import { ${exported} } from '${specifier}';\n${listed}`);
}
