import { pathToFileURL } from 'node:url';
import { type ESTree, type Plugin, parseAst } from 'vite';

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

/** The module, its constants marked so that unused ones fall away: `common` only declares, no call in it does anything. */
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
  async load(id) {
    if (!isManifest(id)) return null;
    const manifests: Record<string, object> = await import(pathToFileURL(id).href);
    return Object.entries(manifests)
      .map(([name, manifest]) => `export const ${name} = ${manifestText(manifest)};`)
      .join('\n');
  },
  transform: (code, id) => (isDeclaration(id) ? { code: onlyDeclaring(code), map: null } : null),
});
