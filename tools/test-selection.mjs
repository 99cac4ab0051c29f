/** A folder's own tests, not those of a folder whose name begins alike. */
export const unitFilter = (path) => (/\.\w+$/.test(path) ? path : `${path}/`);

/** The slice that a path lies in, as journeys are tagged: `core/alarms`, `solutions/fleet`, `platform`. */
const sliceOf = (path) => /^(?:(?:core|solutions)\/[^/]+|platform)/.exec(path)?.[0];

/** What Playwright is told to run for these paths: all without any; undefined when no journey belongs to them. */
export function journeysOf(paths) {
  if (paths.length === 0) return { args: [], env: {} };
  const files = paths.filter((path) => path.startsWith('e2e/'));
  const slices = paths.map(sliceOf).filter((slice) => slice !== undefined);
  const gallery = slices.includes('platform') || files.some((file) => file.includes('gallery'));
  // The gallery is a build of its own.
  const env = { E2E_GALLERY: gallery ? '1' : '0' };
  if (files.length > 0) return { args: files, env };
  if (slices.length === 0) return undefined;
  const grep = slices.map((slice) => `@${slice}(?![\\w-])`).join('|');
  return { args: ['--pass-with-no-tests', '--grep', grep], env };
}
