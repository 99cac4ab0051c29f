/** The filter for the tests of a folder, excluding folders with the same prefix. */
export const unitFilter = (path) => (/\.\w+$/.test(path) ? path : `${path}/`);

/**
 * What the arguments of `npm test` select: folders and files, or with `--changed` what differs from a commit, by default
 * the last one, and what imports it.
 */
export function selectionOf(args) {
  const changed = args.map((arg) => /^--changed(?:=(.+))?$/.exec(arg)).find(Boolean);
  return {
    paths: args.filter((arg) => !arg.startsWith('--')).map((path) => path.replace(/\/$/, '')),
    changedSince: changed ? (changed[1] ?? 'HEAD') : undefined,
  };
}

/** The slice of a path, as in the tags of journeys: `core/alarms`, `solutions/fleet`, `platform`. */
const sliceOf = (path) => /^(?:(?:core|solutions)\/[^/]+|platform)/.exec(path)?.[0];

/**
 * Playwright's arguments for these paths, null for all journeys; undefined if no journey belongs to them. A path selects
 * the journeys that carry the tag of its slice, and a file of journeys itself.
 */
export function journeysOf(paths) {
  if (paths === null) return [];
  const files = paths.filter((path) => /^e2e\/.*\.spec\.ts$/.test(path));
  const slices = [...new Set(paths.map(sliceOf).filter((slice) => slice !== undefined))];
  if (slices.length === 0) return files.length > 0 ? files : undefined;
  const grep = [
    ...slices.map((slice) => `@${slice}(?![\\w-])`),
    ...files.map((file) => file.slice('e2e/'.length).replaceAll('.', '\\.')),
  ].join('|');
  return ['--pass-with-no-tests', '--grep', grep];
}
