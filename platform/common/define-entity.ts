import { z } from 'zod';
import type { AccessRule } from './access.ts';
import type { Role } from './company-kinds.ts';
import type { ListSpec } from './list.ts';
import { canDo, type EntityName } from './permission-key.ts';
import { route } from './route.ts';
import { instant } from './validation/validation.ts';

export { canDo } from './permission-key.ts';

const system = { id: z.number().int(), companyId: z.number().int(), createdAt: instant() };

/** A type of record: its fields, table, list options and permissions. It has no behaviour. */
export type Entity<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  /** `module.entity`; the module is the app's id, or one of the core's. */
  name: EntityName;
  table: string;
  fields: z.ZodObject<Shape>;
  /** The fields of a stored row: with id, company and creation time. */
  row: z.ZodObject<Shape & typeof system>;
  list: ListSpec<(keyof Shape & string) | 'id' | 'createdAt'>;
  /** Access to one action: the permission key and the ability of the same name. */
  can(action: string): AccessRule;
  /** The lowest role of each action that is not a standard one or that needs another role. */
  roles: Partial<Record<string, Role>>;
};

const defined = new Map<string, Entity>();

/** All entities whose modules are loaded. */
export const definedEntities = (): Entity[] => [...defined.values()];

export function defineEntity<Shape extends z.ZodRawShape>(
  name: EntityName,
  options: {
    fields: z.ZodObject<Shape>;
    list?: ListSpec<(keyof Shape & string) | 'id' | 'createdAt'>;
    table?: string;
    roles?: Partial<Record<string, Role>>;
  },
): Entity<Shape> {
  const [module, noun] = name.split('.') as [string, string];
  const entity: Entity<Shape> = {
    name,
    table: options.table ?? (module === noun ? module : `${module}_${noun}`).replaceAll('-', '_'),
    fields: options.fields,
    row: options.fields.extend(system) as unknown as z.ZodObject<Shape & typeof system>,
    list: options.list ?? {},
    can: (action) => ({
      ...canDo(name, action),
      ...(options.roles?.[action] ? { ceiling: options.roles[action] } : {}),
    }),
    roles: options.roles ?? {},
  };
  defined.set(name, entity as unknown as Entity);
  return entity;
}

type RowOf<E> = E extends Entity<infer Shape> ? z.infer<z.ZodObject<Shape & typeof system>> : never;
type FieldsOf<E> = E extends Entity<infer Shape> ? z.infer<z.ZodObject<Shape>> : never;

export type { FieldsOf, RowOf };

/** The five standard routes of an entity: list, get, create, update (partial) and remove. */
export function crud<Shape extends z.ZodRawShape, Path extends string>(entity: Entity<Shape>, path: Path) {
  type E = Entity<Shape>;
  const row = entity.row as unknown as z.ZodType<RowOf<E>>;
  const one = `${path}/{id}` as const;
  return {
    list: route.list(path, { access: entity.can('read'), reply: row, list: entity.list }),
    get: route.get(one, { access: entity.can('read'), reply: row }),
    create: route.post(path, {
      access: entity.can('create'),
      body: entity.fields as unknown as z.ZodType<FieldsOf<E>>,
      reply: row,
    }),
    update: route.patch(one, {
      access: entity.can('update'),
      body: entity.fields.partial() as unknown as z.ZodType<Partial<FieldsOf<E>>>,
      reply: row,
    }),
    remove: route.delete(one, { access: entity.can('delete') }),
  };
}
