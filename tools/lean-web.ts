import { pathToFileURL } from 'node:url';
import { type ESTree, type Plugin, parseAst } from 'vite';
import { listedManifests } from './listed-manifests.ts';

/*
 * What the web app carries of the declarations. Manifests go into it as the data that they are: of a route only what
 * calls and guards read. Shapes are imported by the forms that check them, and a shape that nobody imports falls away.
 */

/** What calls and guards read of a route. */
const ofRoutes: readonly string[] = ['method', 'path', 'access', 'many', 'list'];
/** Only the server sells and only its registry reads roles. */
const ofServer: readonly string[] = ['hardware', 'roles'];

/** Where a value lies: `routes.<set>.<name>.body`, `commands.<name>.params`. */
type Place = readonly string[];

function staysBehind([first = '', , third, fourth, ...deeper]: Place): boolean {
  if (third === undefined) return ofServer.includes(first);
  if (first === 'commands') return third === 'params';
  return first === 'routes' && fourth !== undefined && deeper.length === 0 && !ofRoutes.includes(fourth);
}

function dataOf(value: unknown, at: Place): unknown {
  if (Array.isArray(value)) return value.map((one, position) => dataOf(one, [...at, String(position)]));
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !staysBehind([...at, name]))
        .map(([name, part]) => [name, dataOf(part, [...at, name])]),
    );
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return value;
  throw new Error(`A manifest is data only; its ${at.join('.')} is none`);
}

/** A manifest as JSON, without what only the server reads. Throws at whatever is no data. */
export const manifestText = (manifest: object): string => JSON.stringify(dataOf(manifest, []));

type Manifest = { id: string };
/** Stands for the app's id in what apps have alike; no manifest holds it. */
const idMark = '§';
/** What is shorter is not worth a reference. */
const shortest = 60;
const alikeOf = (part: unknown, id: string): string => JSON.stringify(part).replaceAll(id, idMark);

/** Where a manifest is cut into parts: what it holds at the top, of routes each set, of pages each one. */
const isCut = (at: Place): boolean => at.length === 0 || (at.length === 1 && (at[0] === 'routes' || at[0] === 'pages'));

/** Walks the parts of a manifest, the larger ones first; `take` answers what stands for a part, or null to go on into it. */
function cut(value: unknown, at: Place, take: (part: unknown) => string | null): string {
  const taken = at.length > 0 && take(value);
  if (taken) return taken;
  if (!isCut(at) || typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one, position) => cut(one, [...at, String(position)], take))}]`;
  return `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${cut(part, [...at, name], take)}`)}}`;
}

const dataIn = (manifest: Manifest): unknown => JSON.parse(manifestText(manifest));

/** The parts that two manifests or more have alike but for their id, which the mark stands for. */
export function alikeParts(manifests: readonly Manifest[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const manifest of manifests)
    cut(dataIn(manifest), [], (part) => {
      const alike = alikeOf(part, manifest.id);
      owners.set(alike, (owners.get(alike) ?? new Set()).add(manifest.id));
      return null;
    });
  const isAlike = (alike: string) => alike.length > shortest && (owners.get(alike)?.size ?? 0) > 1;
  // What lies in a larger part that is alike comes with it.
  const used = new Set<string>();
  for (const manifest of manifests)
    cut(dataIn(manifest), [], (part) => {
      const alike = alikeOf(part, manifest.id);
      return isAlike(alike) && used.add(alike) ? idMark : null;
    });
  return [...used];
}

/** A manifest as an expression; `part(position, id)` stands for what it has alike with others. */
export const manifestCode = (manifest: Manifest, alike: readonly string[]): string =>
  cut(dataIn(manifest), [], (part) => {
    const position = alike.indexOf(alikeOf(part, manifest.id));
    return position < 0 ? null : `part(${position},${JSON.stringify(manifest.id)})`;
  });

const partsModule = 'virtual:manifest-parts';
/** The module that carries once what apps have alike. */
export const partsCode = (alike: readonly string[]): string =>
  `const parts = ${JSON.stringify(alike)};\nexport const part = (position, id) => JSON.parse(parts[position].replaceAll('${idMark}', id));`;

const isManifest = (file: string) => /\/(?:core|solutions)\/[^/]+\/app\.ts$/.test(file);
const isDeclaration = (file: string) => /\/(?:core|solutions)\/[^/]+\/common\/|\/platform\/common\//.test(file);

/** Constants that a call makes: a shape, a route, an entity. */
function madeByCalls(statement: ESTree.Statement): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) =>
    init && ['CallExpression', 'NewExpression', 'ObjectExpression'].includes(init.type) ? [init] : [],
  );
}

/**
 * The module, its constants marked so that unused ones fall away: `common` only declares, no call in it does anything.
 * Rolldown's `manualPureFunctions` sees neither chained calls nor objects: with it a first page weighs 27 kB more.
 */
export function onlyDeclaring(code: string): string {
  const made = parseAst(code).body.flatMap(madeByCalls);
  return made.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
    code,
  );
}

/** Keeps the first page light; a development server serves the sources as they are. */
export const leanWeb = (): Plugin => ({
  name: 'rasid-lean-web',
  apply: 'build',
  resolveId: (id) => (id === partsModule ? `\0${id}` : null),
  async load(id) {
    if (id !== `\0${partsModule}` && !isManifest(id)) return null;
    const alike = alikeParts(await listedManifests());
    if (!isManifest(id)) return partsCode(alike);
    const manifests: Record<string, Manifest> = await import(pathToFileURL(id).href);
    return [
      `import { part } from '${partsModule}';`,
      ...Object.entries(manifests).map(
        ([name, manifest]) => `export const ${name} = ${manifestCode(manifest, alike)};`,
      ),
    ].join('\n');
  },
  transform: (code, id) => (isDeclaration(id) ? { code: onlyDeclaring(code), map: null } : null),
});
