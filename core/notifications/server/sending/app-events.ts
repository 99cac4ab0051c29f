import { sql } from 'kysely';
import { structureNamed } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, inSystem } from '#platform/server/postgres/database.ts';
import { queueDeliveries } from '#platform/server/webhooks/deliveries.ts';
import { type AppMessageAddition, appMessageType } from '../../common/webhook-messages.ts';
import { groupTable } from './webhook-event.ts';

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** The events of apps that webhooks are notified of have changed. */
    'webhook-events.changed': Record<string, never>;
  }
}

/** Something that has happened at a site of a company. */
export type AppEvent = { companyId: number; structureId: number; data: object };

type Subscribed = {
  laneId: number;
  companyId: number;
  at: number;
  site: AppMessageAddition['site'];
  group: AppMessageAddition['notificationGroup'];
};

const refreshMs = 30_000;

/** The events that any webhook is notified of, read at most twice a minute and after each change. */
class Subscriptions {
  private readonly kit: Kit;
  private until = 0;
  private names: Promise<ReadonlySet<string>> | undefined;

  constructor(kit: Kit) {
    this.kit = kit;
    kit.signals.on('webhook-events.changed', () => {
      this.until = 0;
    });
  }

  async include(name: string): Promise<boolean> {
    const now = Date.now();
    if (this.names === undefined || now >= this.until) {
      this.until = now + refreshMs;
      this.names = this.read();
      // The next event tries again.
      this.names.catch(() => {
        this.until = 0;
      });
    }
    return (await this.names).has(name);
  }

  private async read(): Promise<ReadonlySet<string>> {
    const { rows } = await inSystem(this.kit.db, (tx) =>
      sql<{
        name: string;
      }>`SELECT DISTINCT g.app_id || '.' || unnest(g.events) AS name FROM notification_group g WHERE g.events <> '{}'`.execute(
        tx,
      ),
    );
    return new Set(rows.map(({ name }) => name));
  }
}

const subscriptions = new WeakMap<Kit, Subscriptions>();
const subscriptionsOf = (kit: Kit): Subscriptions => {
  const known = subscriptions.get(kit) ?? new Subscriptions(kit);
  subscriptions.set(kit, known);
  return known;
};

/** Whether any webhook is notified of an event of an app, so that what is sent about it need not be read for nobody. */
export const isSubscribed = (kit: Kit, app: string, name: string): Promise<boolean> =>
  subscriptionsOf(kit).include(appMessageType(app, name));

/**
 * Has the webhooks notified of what has happened in an app, each of the sites of its notification group. They are queued in the
 * transaction, so that each event is sent once if it commits, and never otherwise.
 */
export async function tellWebhooks(
  { tx, kit, actor }: Emitting,
  { app, name }: { app: string; name: string },
  events: readonly AppEvent[],
): Promise<void> {
  if (events.length === 0 || !(await isSubscribed(kit, app, name))) return;
  const places = events.map(({ companyId, structureId }, at) => ({
    company_id: companyId,
    structure_id: structureId,
    at,
  }));
  await bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql<Subscribed>`
      SELECT w.id AS lane_id, g.company_id, n.at, ${structureNamed('n.structure_id')} AS site, jsonb_build_object('id', g.id, 'name', g.name) AS "group"
        FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS n (company_id integer, structure_id integer, at integer)
        JOIN notification_group g ON g.company_id = n.company_id AND g.app_id = ${app} AND ${name} = ANY (g.events)
        JOIN notification_group_webhook w ON w.subject_id = g.id AND w.enabled
       WHERE (g.muted_until IS NULL OR g.muted_until <= now())
         AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', n.structure_id::text))
       ORDER BY n.at, w.id`.execute(tx);
    await queueDeliveries(
      tx,
      groupTable,
      rows.map(({ laneId, companyId, at, site, group }) => ({
        laneId,
        companyId,
        type: appMessageType(app, name),
        data: { ...events[at]?.data, ...({ site, notificationGroup: group } satisfies AppMessageAddition) },
      })),
    );
  });
}
