import { sql } from 'kysely';
import type { Listeners } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuseInUse } from '#platform/server/refuse.ts';
import './events.ts';

type PlaceListeners = NonNullable<Listeners['inTransaction']>;
type Column = 'structure_id' | 'floor_id' | 'space_id' | 'parent_id';

/** The rows of a table that refer to a place by a column, as the refusal to remove the place names them. */
export type Holding = {
  /** The slice and what its rows are: its texts have `inUse.<what>`. */
  app: string;
  what: string;
  table: string;
};

/** Refuses with 409 if rows refer to the place. */
export async function assertNotHeld(tx: Tx, { app, what, table }: Holding, column: Column, id: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id}`.execute(tx);
  refuseInUse(app, what, rows[0]?.count ?? 0);
}

/**
 * Listeners of a slice whose rows are in places (`structure_id`, `floor_id`, `space_id`): a place with such rows is not
 * removed.
 */
export const holdsPlaces = (holding: Holding) =>
  ({
    'structure.removing': ({ tx }, { id }) => assertNotHeld(tx, holding, 'structure_id', id),
    'floor.removing': ({ tx }, { id }) => assertNotHeld(tx, holding, 'floor_id', id),
    'space.removing': ({ tx }, { id }) => assertNotHeld(tx, holding, 'space_id', id),
  }) satisfies PlaceListeners;
