import { dirname, join, normalize } from 'node:path';

const roots = ['platform', 'core', 'solutions', 'main'];

/**
 * Returns the slice of a file (`platform`, `core/devices`, `main`) and its part (`common`, `server`, `web`, `app.ts`).
 */
export function locationOf(path) {
  const parts = path.split('/');
  const depth = parts[0] === 'core' || parts[0] === 'solutions' ? 2 : 1;
  return { slice: parts.slice(0, depth).join('/'), part: parts[depth], rest: parts.slice(depth).join('/') };
}

/** The project path of an import specifier; undefined for packages and built-in modules. */
export function targetOf(path, specifier) {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return normalize(join(dirname(path), plain));
  return plain.startsWith('#') ? plain.slice(1) : undefined;
}

/**
 * The reason why a file may not import another one; undefined if it may. `needsOf` returns the folders that a manifest
 * needs.
 */
export function violationOf(path, target, needsOf) {
  const from = locationOf(path);
  const to = locationOf(target);
  if (from.slice === 'main') return undefined;
  if (to.slice === 'main') return mayUseMain(path, target) ? undefined : 'nobody imports main';
  if (!roots.includes(to.slice.split('/')[0])) return `${to.slice} is not part of the product`;
  if (from.slice === 'platform' && to.slice !== 'platform') return 'platform imports npm packages and platform only';
  return onlyThroughDoor(path, target) ?? betweenParts(from, to) ?? betweenSlices(from, to, needsOf);
}

// A test may start the whole product with the test helpers of main.
const mayUseMain = (path, target) => /\.test\.tsx?$/.test(path) && /^main\/testing(?:\/[\w-]+){0,2}\.ts$/.test(target);

const messages = 'core/accounts/server/messages';
/** The modules that queue messages, and the only ones that may import them. */
const doors = {
  'platform/server/mail/mail-outbox.ts': {
    door: `${messages}/recipients.ts`,
    why: 'mails are queued by mailPeople or mailStrangers, which limits those to strangers',
  },
  [`${messages}/sms-outbox.ts`]: {
    door: `${messages}/sms-recipients.ts`,
    why: 'text messages are queued by smsPeople, smsStrangers or smsCode, which limit those to unconfirmed numbers',
  },
};

/** Messages reach strangers only through modules that count them. */
function onlyThroughDoor(path, target) {
  const known = doors[target];
  return !known || path === known.door || /\.test\.ts$/.test(path) ? undefined : known.why;
}

/**
 * The reason why a file may not contain a call of `<object>.<method>`; undefined if it may. Live events are for open
 * pages and may be lost. Answers of feeds, which are read by pages as well, expire in any case.
 */
export const callViolation = (path, object, method) =>
  object === 'live' &&
  method === 'subscribe' &&
  /\/server\/(?!live\/|http\/feeds\/)/.test(path) &&
  !/\.test\.ts$/.test(path)
    ? 'duties of the server follow kit.signals, which are repeated by a reconciliation'
    : undefined;

function betweenParts(from, to) {
  if ((from.part === 'common' || from.part === 'app.ts') && to.part !== 'common')
    return `${from.part} imports common only`;
  if (from.part === 'server' && to.part === 'web') return 'server and web never meet';
  if (from.part === 'web' && (to.part === 'server' || to.part === 'simulator.ts')) return 'server and web never meet';
  return undefined;
}

function betweenSlices(from, to, needsOf) {
  if (from.slice === to.slice || to.slice === 'platform') return undefined;
  if (to.slice.startsWith('solutions/')) {
    return from.slice.startsWith('core/') ? 'the core knows no solution' : 'a solution never imports a solution';
  }
  const open = to.part === 'common' || to.rest === 'server/api.ts' || to.rest === 'web/parts.tsx';
  if (!open) return `of another slice only common/**, server/api.ts and web/parts.tsx are open`;
  return needsOf(from.slice).includes(to.slice)
    ? undefined
    : `${to.slice} is not named in the needs of ${from.slice}/app.ts`;
}
