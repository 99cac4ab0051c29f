import { walkSource } from '../sources.mjs';
import type { Column, Relation } from './relations.ts';

/** What pg returns for a type, with the parsers of platform/server/postgres/database.ts. */
const plainTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  interval: 'unknown',
  'integer[]': 'number[]',
  jsonb: 'unknown',
  numeric: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'timestamp with time zone': 'Instant',
  uuid: 'string',
};

/** Column → TypeScript type is known in `columns.ts`, by table. */
export type PreciseColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** The tables and columns of the type `Columns` in a slice's `columns.ts`. */
export function preciseColumns(path: string): PreciseColumns {
  const tables = new Map<string, Set<string>>();
  walkSource(path, (node: TypeAlias) => {
    if (node.type !== 'TSTypeAliasDeclaration' || node.id.name !== 'Columns') return;
    for (const { key, typeAnnotation } of node.typeAnnotation.members)
      tables.set(key.name, new Set(typeAnnotation.typeAnnotation.members?.map((member) => member.key.name)));
  });
  return tables;
}
type Member = { key: { name: string }; typeAnnotation: { typeAnnotation: { members?: Member[] } } };
type TypeAlias = { type: string; id: { name: string }; typeAnnotation: { members: Member[] } };

const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The module that declares the tables of a slice, or of the kit. kysely-codegen does not fit: it writes one file for all
 * tables, merges nothing into `Tables`, and does not read the values that checks allow.
 */
export function tablesModule(relations: readonly Relation[], precise: PreciseColumns | null, ofKit: boolean): string {
  assertKnown(relations, precise);
  const tables = relations.map((relation) => tableType(relation, precise)).join('');
  const uses = (type: string) => new RegExp(`\\b${type}\\b`).test(tables);
  const named = (types: string[]) => types.filter(uses).join(', ');
  const imports = [
    [named(['ColumnType', 'Generated', 'GeneratedAlways']), 'kysely'],
    [
      named(['DefaultInstant', 'Instant']),
      ofKit ? './postgres/column-types.ts' : '#platform/server/postgres/column-types.ts',
    ],
    [named(['Columns']), './columns.ts'],
  ].flatMap(([types, from]) => (types ? [`import type { ${types} } from '${from}';\n`] : []));
  const body = ofKit
    ? `${kitComment}export interface Tables {\n${tables}}\n`
    : `declare module '#platform/server/tables.ts' {\n  interface Tables {\n${tables.replaceAll(/^/gm, '  ').trimEnd()}\n  }\n}\n`;
  return `${header}${imports.join('')}\n${body}${imports.length || ofKit ? '' : '\nexport {};\n'}`;
}

const header =
  '// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.\n\n';
const kitComment = `/**
 * The tables of typed queries. Each slice adds its own by declaration merging. Columns are camelCase here and snake_case
 * in the database.
 */
`;

function tableType({ name, columns, isView }: Relation, precise: PreciseColumns | null): string {
  const table = camel(name);
  const lines = columns.map((column) => {
    const key = camel(column.name);
    const known = precise?.get(table)?.has(key) ? `Columns['${table}']['${key}']` : null;
    return member(key, typeOf(table, column, isView, known));
  });
  return `  ${table}: {\n${lines.join('')}  };\n`;
}

/** A line of the formatter's length, or the argument of a wrapper on its own line, or one line per value. */
function member(key: string, type: string): string {
  const line = `    ${key}: ${type};\n`;
  if (line.length < maxLine) return line;
  const [, wrapper, values] = /^(\w+)<(.*)>$/.exec(type) ?? [];
  return wrapper
    ? `    ${key}: ${wrapper}<\n      ${values}\n    >;\n`
    : `    ${key}:\n${type.replaceAll(/(?:^|\| )('[^']*')(?: |$)/g, '      | $1\n').trimEnd()};\n`;
}
// Most lines are two spaces further to the right in the end.
const maxLine = 119;

function typeOf(table: string, column: Column, isView: boolean, known: string | null): string {
  // PostgreSQL does not know which columns of a view are never null.
  if (isView && known) return known;
  const plain = known ?? column.values?.join(' | ') ?? plainTypes[column.type];
  if (plain === undefined)
    throw new Error(`${table}.${camel(column.name)}: columns.ts must state the type of ${column.type}`);
  const type = column.nullable && plain !== 'unknown' ? `${plain} | null` : plain;
  if (column.readOnly) return `GeneratedAlways<${type}>`;
  if (!column.hasDefault) return type;
  return plain === 'Instant' ? type.replace('Instant', 'DefaultInstant') : `Generated<${type}>`;
}

function assertKnown(relations: readonly Relation[], precise: PreciseColumns | null): void {
  const all = new Set(
    relations.flatMap(({ name, columns }) => columns.map((column) => `${camel(name)}.${camel(column.name)}`)),
  );
  for (const [table, columns] of precise ?? [])
    for (const column of columns)
      if (!all.has(`${table}.${column}`))
        throw new Error(`columns.ts states the type of ${table}.${column}, which does not exist`);
}
