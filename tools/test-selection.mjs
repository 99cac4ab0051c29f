/** The filter for the tests of a folder, excluding folders with the same prefix. */
export const unitFilter = (path) => (/\.\w+$/.test(path) ? path : `${path}/`);

/** The slice of a path, as in the tags of journeys: `core/alarms`, `solutions/fleet`, `platform`. */
const sliceOf = (path) => /^(?:(?:core|solutions)\/[^/]+|platform)/.exec(path)?.[0];

/** Playwright's arguments for these paths: all journeys without paths; undefined if no journey belongs to them. */
export function journeysOf(paths) {
  if (paths.length === 0) return { args: [], env: {} };
  const files = paths.filter((path) => path.startsWith('e2e/'));
  const slices = paths.map(sliceOf).filter((slice) => slice !== undefined);
  const gallery = slices.includes('platform') || files.some((file) => file.includes('gallery'));
  // The gallery needs a build of its own.
  const env = { E2E_GALLERY: gallery ? '1' : '0' };
  if (files.length > 0) return { args: files, env };
  if (slices.length === 0) return undefined;
  const grep = slices.map((slice) => `@${slice}(?![\\w-])`).join('|');
  return { args: ['--pass-with-no-tests', '--grep', grep], env };
}
