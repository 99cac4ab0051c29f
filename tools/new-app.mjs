import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [id, ...flags] = process.argv.slice(2);
// npm consumes flags before "--" and passes them in the environment.
const wants = (flag) => flags.includes(`--${flag}`) || process.env[`npm_config_${flag}`] === 'true';
/** The template, and its first page. */
const kind = wants('devices') ? 'devices' : wants('things') ? 'things' : 'item';
const firstPages = { devices: 'devices/list', things: 'things/list', item: 'items/list' };
const templates = `tools/new-app/${kind}`;
const folder = `solutions/${id}`;

const words = id?.split('-') ?? [];
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const name = words.map((word, at) => (at === 0 ? word : capital(word))).join('');
const fillings = {
  id,
  name,
  brand: words.map(capital).join(' '),
  table: `${words.join('_')}_${kind === 'things' ? 'thing' : 'item'}`,
  tableName: `${name}${kind === 'things' ? 'Thing' : 'Item'}`,
  // A number for ids of solutions and models, in a range that no app of the product uses.
  number: String(
    5000 +
      (Number.parseInt(
        createHash('sha256')
          .update(id ?? '')
          .digest('hex')
          .slice(0, 6),
        16,
      ) %
        4000),
  ),
  serials: `70B3D5${createHash('sha256')
    .update(id ?? '')
    .digest('hex')
    .slice(0, 2)
    .toUpperCase()}`,
};
const fill = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, key) => fillings[key]);

const mistake = mistakeIn(id);
if (mistake) {
  console.error(mistake);
  process.exit(1);
}
writeSlice();
register();
spawnSync('node_modules/.bin/biome', ['check', '--write', folder, 'main/apps.ts'], {
  stdio: 'inherit',
});
console.log(
  `${folder} is made and listed in main/apps.ts. Next: npm run demo:reset, then npm start, and open /${id}/${firstPages[kind]}.`,
);

function mistakeIn(wanted) {
  if (!wanted || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(wanted)) {
    return 'Usage: npm run new:app NAME [--devices | --things], with a name of small letters, digits and single hyphens, for example pest-control.';
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

/** Adds the app to main/apps.ts, the only file of the product that names it. */
function register() {
  const file = 'main/apps.ts';
  const source = readFileSync(file, 'utf8');
  const listed = source.replace(/(export const apps = \[[^\]]*?),?\s*(\] as const)/, `$1, ${name}$2`);
  if (listed === source) throw new Error(`The list in ${file} has an unexpected form: add ${name} by hand.`);
  writeFileSync(file, `import { ${name} } from '#${folder}/app.ts';\n${listed}`);
}
