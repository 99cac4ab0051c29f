import { existsSync, readFileSync } from 'node:fs';
import { calls, routes } from '../registered.mjs';

// A report without failure: how much of the specification is implemented.
const spec = new URL('../../../shared/spec/', import.meta.url);

const shapeOf = (line) =>
  line
    .replace(/\s*->.*$/, '')
    .replace(/\{[^}]*\}/g, '{}')
    .trim();

function report(name, registered) {
  const file = new URL(`${name}.txt`, spec);
  if (!existsSync(file)) return;
  const wanted = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const have = registered.map(shapeOf);
  const missing = wanted.filter((line) => !have.some(matcherOf(line)));
  console.log(`${name}: ${wanted.length - missing.length} of ${wanted.length} registered, missing: ${missing.length}`);
  if (process.argv.includes('--list')) for (const line of missing) console.log(`  ${line}`);
}

// "/{app}/" represents a part that every app mounts: one mounted instance is enough.
function matcherOf(line) {
  const [start, rest] = line.split(' /{app}/');
  if (rest === undefined) return (one) => one === shapeOf(line);
  const tail = `/${shapeOf(rest)}`;
  return (one) =>
    one.startsWith(`${start} /`) &&
    one.endsWith(tail) &&
    /^ \/[^/]+(\/api)?$/.test(one.slice(start.length, -tail.length));
}

report('routes', routes());
report('calls', calls());
