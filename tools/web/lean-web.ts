import { pathToFileURL } from 'node:url';
import { type ESTree, type Plugin, parseAst } from 'vite';
import { lateKeys } from '#platform/web/session/late-manifests.ts';
import { listedManifests } from '../checks/listed-manifests.ts';

/**
 * The declarations in the web app. Manifests are included as data; of a route only what calls and guards read. Schemas
 * are imported by the forms that use them; unused ones are removed.
 */

/** The properties of a route that calls and guards read. */
const clientRouteKeys: readonly string[] = ['method', 'path', 'access', 'many', 'list', 'idempotent', 'keepsFiles'];
/** Those of a list that only the server reads. */
const serverListKeys: readonly string[] = ['filter', 'valuesOnly'];
/** Top-level properties that only the server reads. */
const serverKeys: readonly string[] = [
  'hardware',
  'roles',
  'webhookEvents',
  'reportSections',
  'feedKinds',
  'roleField',
  'calendarUses',
  'proofKinds',
];
/** Those of an action of alarms. */
const serverActionKeys: readonly string[] = ['body', 'event', 'by', 'after'];

/** The path of a value: `routes.<set>.<name>.body`, `commands.<name>.params`, `alarmClasses.<name>.actions.<action>.body`. */
type Path = readonly string[];

function isServerOnly([first = '', second, third, fourth, ...deeper]: Path): boolean {
  if (third === undefined) return serverKeys.includes(first) || (first === 'market' && second === 'products');
  if (first === 'commands') return third === 'params';
  if (first === 'alarmClasses')
    return (
      third === 'parties' ||
      third === 'seenBy' ||
      (third === 'actions' && deeper.length === 1 && serverActionKeys.includes(deeper[0] ?? ''))
    );
  if (first !== 'routes' || fourth === undefined) return false;
  const [of, ...within] = deeper;
  if (of === undefined) return !clientRouteKeys.includes(fourth);
  return fourth === 'list' && within.length === 0 && serverListKeys.includes(of);
}

/** The slices whose texts are loaded when they are shown, not with those of the slices that need them. */
const textsWhenShown: readonly unknown[] = ['fittings', 'reports'];

function dataOf(value: unknown, at: Path): unknown {
  if (Array.isArray(value)) {
    const kept = at.length === 1 && at[0] === 'needs' ? value.filter((id) => !textsWhenShown.includes(id)) : value;
    return kept.map((one, position) => dataOf(one, [...at, String(position)]));
  }
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !isServerOnly([...at, name]))
        .map(([name, part]) => [name, dataOf(part, [...at, name])]),
    );
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return value;
  throw new Error(`A manifest contains only data, but ${at.join('.')} is not data`);
}

/** A manifest as JSON, without what only the server reads. Throws if it contains anything but data. */
export const manifestText = (manifest: object): string => JSON.stringify(dataOf(manifest, []));

type Manifest = { id: string };
/** The placeholder for the app's id in shared parts; it does not occur in manifests. */
const idPlaceholder = '§';
/** The minimum length of a shared part; shorter ones are not worth a reference. */
const minLength = 60;
const sharedTextOf = (part: unknown, id: string): string => JSON.stringify(part).replaceAll(id, idPlaceholder);

/** Whether a value is split into parts: the top level, the route sets, and the pages. */
const isSplit = (at: Path): boolean =>
  at.length === 0 || (at.length === 1 && (at[0] === 'routes' || at[0] === 'pages'));

/**
 * Serializes a manifest part by part, larger ones first. `replace` returns the code for a part, or null to descend into
 * it.
 */
function split(value: unknown, at: Path, replace: (part: unknown) => string | null): string {
  const replacement = at.length > 0 && replace(value);
  if (replacement) return replacement;
  if (!isSplit(at) || typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one, position) => split(one, [...at, String(position)], replace))}]`;
  return `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${split(part, [...at, name], replace)}`)}}`;
}

type Page = { path: string; usual?: string; layout?: unknown; mobile?: unknown; key?: unknown };
const keyOf = ({ path, usual = path }: Page): string =>
  usual.replace(/[{}*]/g, '').split(/[/-]/).filter(Boolean).join('-') || 'home';

/** A page without what most pages have, which `whole` adds again. */
function leanPage({ layout, mobile, key, ...page }: Page): Page {
  return {
    ...page,
    ...(layout === 'main' ? {} : { layout }),
    ...(mobile === true ? {} : { mobile }),
    ...(key === keyOf(page) ? {} : { key }),
  };
}

function dataIn(manifest: Manifest): unknown {
  const data: { pages?: Page[] } = JSON.parse(manifestText(manifest));
  return data.pages ? { ...data, pages: data.pages.map(leanPage) } : data;
}

/** The parts that at least two manifests share except for their id, with the placeholder for the id. */
export function sharedParts(manifests: readonly Manifest[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const manifest of manifests)
    split(dataIn(manifest), [], (part) => {
      const shared = sharedTextOf(part, manifest.id);
      owners.set(shared, (owners.get(shared) ?? new Set()).add(manifest.id));
      return null;
    });
  const isShared = (shared: string) => shared.length > minLength && (owners.get(shared)?.size ?? 0) > 1;
  // Parts within a larger shared part are covered by it.
  const used = new Set<string>();
  for (const manifest of manifests)
    split(dataIn(manifest), [], (part) => {
      const shared = sharedTextOf(part, manifest.id);
      return isShared(shared) && used.add(shared) ? idPlaceholder : null;
    });
  return [...used];
}

/** An access to an action, as JSON. Its permission follows from its ability, and is left out. */
const accessToAction = /"permission":"(p_[^"]+)","ability":"([^"]+)"/g;
const shortened = (text: string, short: (ability: string) => string): string =>
  // Most calls reply with one record.
  text.replaceAll(',"many":false', '').replaceAll(accessToAction, (access, permission: string, ability: string) => {
    const { module, entity, action } =
      /^(?<module>[^.]+)\.(?<entity>[^.]+)\.(?<action>[^.]+)$/.exec(ability)?.groups ?? {};
    return permission === `p_${module}_${entity}_${action?.replaceAll('-', '_')}` ? short(ability) : access;
  });

/** A manifest as JavaScript; `part(position, id)` represents a shared part, `to(ability)` the access to an action; `whole(…)` adds what is left out. */
export const manifestCode = (manifest: Manifest, shared: readonly string[]): string =>
  `whole(${shortened(
    split(dataIn(manifest), [], (part) => {
      const position = shared.indexOf(sharedTextOf(part, manifest.id));
      return position < 0 ? null : `part(${position},${JSON.stringify(manifest.id)})`;
    }),
    (ability) => `...to("${ability}")`,
  )})`;

const partsModule = 'virtual:manifest-parts';
/** The module with the shared parts. */
export const partsCode = (shared: readonly string[]): string => `
const parts = ${JSON.stringify(shared.map((text) => shortened(text, (ability) => `"@":"${ability}"`)))};
export const to = (ability) => {
  const [module, entity, action] = ability.split('.');
  return { permission: 'p_' + module + '_' + entity + '_' + action.replaceAll('-', '_'), ability };
};
const access = (_, ability) => JSON.stringify(to(ability)).slice(1, -1);
export const part = (position, id) => JSON.parse(parts[position].replaceAll('${idPlaceholder}', id).replaceAll(/"@":"([^"]+)"/g, access));
export const whole = (manifest) => {
  for (const routes of Object.values(manifest.routes ?? {})) for (const route of Object.values(routes)) route.many ??= false;
  for (const page of manifest.pages ?? []) {
    page.layout ??= 'main';
    page.mobile ??= true;
    page.key ??= (page.usual ?? page.path).replace(/[{}*]/g, '').split(/[/-]/).filter(Boolean).join('-') || 'home';
  }
  return manifest;
};`;

const isManifest = (file: string) => /\/(?:core|solutions)\/[^/]+\/app\.ts$/.test(file);
/**
 * Everyone has the core; of the solutions a company holds some. Of the core, these slices are used on their own pages only,
 * which complete their manifests.
 */
const isHeldApart = (file: string) =>
  /\/(?:solutions\/[^/]+|core\/(?:api-tokens|packages|reports|screens|sites))\/app\.ts$/.test(file);
/** The module with the late parts of a manifest: `virtual:manifest-late:<name>:<file>`. */
const lateModule = 'virtual:manifest-late:';

const lateOf = (manifest: Manifest): object =>
  Object.fromEntries(Object.entries(manifest).filter(([key]) => lateKeys.some((late) => late === key)));
/** A manifest without its late parts. */
export const withoutLate = (manifest: Manifest): Manifest => ({
  ...manifest,
  ...Object.fromEntries(lateKeys.map((key) => [key, undefined])),
  ...{ routes: {} },
});

/** The module of a manifest whose late parts are in a module of their own. */
const splitCode = (name: string, manifest: Manifest, shared: readonly string[], file: string): string =>
  `export const ${name} = completedLater(${manifestCode(withoutLate(manifest), shared)}, () => import(${JSON.stringify(`${lateModule}${name}:${file}`)}));`;
/** The module of the late parts of a manifest. */
export const lateCode = (manifest: Manifest, shared: readonly string[]): string =>
  `export const late = ${manifestCode({ id: manifest.id, ...lateOf(manifest) }, shared)};`;

const isDeclaration = (file: string) => /\/(?:core|solutions)\/[^/]+\/common\/|\/platform\/common\//.test(file);

/** The initializers that are calls or objects: schemas, routes, entities. */
function pureExpressions(statement: ESTree.Statement): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) =>
    init && ['CallExpression', 'NewExpression', 'ObjectExpression'].includes(init.type) ? [init] : [],
  );
}

/**
 * Marks the constants of a module as pure, so that unused ones are removed: modules in `common` have no side effects.
 * Rolldown's `manualPureFunctions` covers neither chained calls nor objects; with it a first page is 27 kB larger.
 */
export function withPureConstants(code: string): string {
  const expressions = parseAst(code).body.flatMap(pureExpressions);
  return expressions.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
    code,
  );
}

/** The Vite plugin that reduces the first page; a development server serves the sources unchanged. */
export const leanWeb = (): Plugin => ({
  name: 'rasid-lean-web',
  apply: 'build',
  resolveId: (id) => (id === partsModule || id.startsWith(lateModule) ? `\0${id}` : null),
  async load(id) {
    const [, lateName = '', lateFile] = /^\0virtual:manifest-late:(\w+):(.+)$/.exec(id) ?? [];
    if (id !== `\0${partsModule}` && !isManifest(lateFile ?? id)) return null;
    const shared = sharedParts(await listedManifests());
    if (id === `\0${partsModule}`) return partsCode(shared);
    const manifests: Record<string, Manifest> = await import(pathToFileURL(lateFile ?? id).href);
    const imported = `import { part, to, whole } from '${partsModule}';`;
    const late = manifests[lateName];
    if (late) return [imported, lateCode(late, shared)].join('\n');
    return [
      imported,
      `import { completedLater } from '#platform/web/session/late-manifests.ts';`,
      ...Object.entries(manifests).map(([name, manifest]) =>
        isHeldApart(id)
          ? splitCode(name, manifest, shared, id)
          : `export const ${name} = ${manifestCode(manifest, shared)};`,
      ),
    ].join('\n');
  },
  transform: (code, id) => (isDeclaration(id) ? { code: withPureConstants(code), map: null } : null),
});
