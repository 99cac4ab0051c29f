import { findSpaces } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Look } from '../common/look.ts';

/** A record that a plan shows. A record of another floor than the plan is not shown on it. */
export type PlanRecord = {
  id: number;
  name: string;
  structureId: number;
  floorId?: number | null;
  spaceKind?: string;
  look?: Look | null;
};
/** Returns the records with these ids that the caller may see. */
type PlanRecords = (context: Pick<Context, 'tx' | 'actor' | 'may'>, ids: readonly number[]) => Promise<PlanRecord[]>;

export const spaceItem = { app: 'places', kind: 'space' } as const;
const key = (app: string, kind: string) => `${app} ${kind}`;
const providers = new Map<string, PlanRecords>([
  [key(spaceItem.app, spaceItem.kind), ({ tx, actor }, ids) => findSpaces(tx, actor, ids)],
]);

/** Called once by an app for each of its `planItems`. */
export function providePlanItems(app: string, kind: string, rows: PlanRecords): void {
  providers.set(key(app, kind), rows);
}

export const planRecordsOf = (app: string, kind: string): PlanRecords | undefined => providers.get(key(app, kind));

/** Takes records that an app removes off all plans, in the transaction of the removal. */
export async function planItemsGone(tx: Tx, app: string, kind: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('layoutItem')
    .where('app', '=', app)
    .where('kind', '=', kind)
    .where('refId', 'in', [...ids])
    .execute();
}
