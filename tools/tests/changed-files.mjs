import { spawnSync } from 'node:child_process';
import { filesBelow } from '../sources.mjs';
import { affectedBy, importersOf } from './import-graph.mjs';

const lines = (args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter(Boolean);
};

/** The files that differ from a commit, those that git does not know yet included. */
export const changedSince = (commit) => [
  ...new Set([
    ...lines(['diff', '--name-only', '--relative', commit]),
    ...lines(['ls-files', '--others', '--exclude-standard']),
  ]),
];

/** The changed files and everything that imports them; null if a change concerns everything, such as a package. */
export function affectedSince(commit) {
  const changed = changedSince(commit);
  if (
    changed.some((path) => /^(package-lock\.json|vitest\.config\.ts|playwright\.config\.ts|e2e\/servers\/)/.test(path))
  )
    return null;
  const sources = filesBelow(
    ['platform', 'core', 'solutions', 'main', 'tools', 'e2e', 'bench'],
    ['.ts', '.tsx', '.mjs'],
  );
  return [...affectedBy(changed, importersOf(sources))];
}
