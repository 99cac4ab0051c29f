import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { filesBelow, manifestOf, report, sliceFolders, walkSource } from '../sources.mjs';
import { callViolation, targetOf, violationOf } from './boundary-rules.mjs';

const manifests = Object.fromEntries(
  await Promise.all(sliceFolders().map(async (folder) => [folder, await manifestOf(folder)])),
);
const folderOf = Object.fromEntries(Object.entries(manifests).map(([folder, app]) => [app.id, folder]));

const needsOf = (folder) => manifests[folder]?.needs.map((id) => folderOf[id]) ?? [];

function codeProblems() {
  const problems = [];
  for (const path of filesBelow(['platform', 'core', 'solutions'], ['.ts', '.tsx'])) {
    walkSource(path, (node, lineOf) => {
      const called =
        node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee : undefined;
      const object = called?.object.property ?? called?.object;
      const forbidden = called && callViolation(path, object.name, called.property.name);
      if (forbidden)
        problems.push(`${path}:${lineOf(node)} calls ${object.name}.${called.property.name}: ${forbidden}`);
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !/^(Import|Export)/.test(node.type)) return;
      const target = targetOf(path, specifier);
      const why = target && violationOf(path, target, needsOf);
      if (why) problems.push(`${path}:${lineOf(node)} imports ${target}: ${why}`);
    });
  }
  return problems;
}

function needProblems() {
  return Object.entries(manifests).flatMap(([folder, app]) => [
    ...(basename(folder) === app.id
      ? []
      : [`${folder}/app.ts: the folder has another name than the app's id "${app.id}"`]),
    ...app.needs.filter((id) => !folderOf[id]).map((id) => `${folder}/app.ts needs "${id}", which does not exist`),
    ...(circleFrom(app.id, []) ?? []),
  ]);
}

/** A cycle is reported once, at the slice with the first id. */
function circleFrom(id, path) {
  if (path.includes(id)) {
    const circle = path.slice(path.indexOf(id));
    return circle[0] === path[0] && circle.every((one) => one >= id)
      ? [`circle: ${[...circle, id].join(' → ')}`]
      : undefined;
  }
  for (const next of manifests[folderOf[id]]?.needs ?? []) {
    const found = circleFrom(next, [...path, id]);
    if (found) return found;
  }
  return undefined;
}

const unregistered = existsSync('main/apps.ts')
  ? sliceFolders()
      .filter((folder) => !readFileSync('main/apps.ts', 'utf8').includes(`#${folder}/app.ts`))
      .map((folder) => `${folder} is not listed in main/apps.ts`)
  : [];

report(
  [...codeProblems(), ...needProblems(), ...unregistered],
  'Who may import whom is described in docs/architecture.md: move the code to where it is allowed, or ask the other slice through its server/api.ts.',
);
