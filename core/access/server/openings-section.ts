import { sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { logLinesOf } from './analysis-period.ts';
import { denied, granted, who } from './lock-lines.ts';

const hundred = 100;
type Row = {
  structure: { name: string } | null;
  lock: { name: string } | null;
  opened: number;
  people: number;
  denied: number;
  locks: number;
  allOpened: number;
  allDenied: number;
};

/** How often the locks of an app were opened in the period of a report, by how many people, and how often they refused. */
export const openingsSection: SectionPart = {
  async read({ tx, actor }, { app, period, zone, structures, mostRows }) {
    const allowed = resourcesWith(actor.session, app, 'analysis', 'read');
    const sites = structures && allowed ? structures.filter((id) => allowed.includes(id)) : (structures ?? allowed);
    const of = { step: 'day', zone, ...period, structures: sites, devices: null } as const;
    const { rows } = await sql<Row>`
      WITH counted AS (
        SELECT l.structure_id, l.device_id, (count(*) FILTER (WHERE ${granted}))::integer AS opened,
               (count(DISTINCT ${who}) FILTER (WHERE ${granted}))::integer AS people, (count(*) FILTER (WHERE ${denied}))::integer AS denied
          FROM lock_log l WHERE ${logLinesOf(app, of)} GROUP BY 1, 2)
      SELECT ${structureNamed('c.structure_id')} AS structure, ${deviceNamed('c.device_id')} AS lock, c.opened, c.people, c.denied,
             count(*) OVER () AS locks, sum(c.opened) OVER () AS all_opened, sum(c.denied) OVER () AS all_denied
        FROM counted c ORDER BY c.opened DESC, c.device_id LIMIT ${mostRows}`.execute(tx);
    const [first] = rows;
    return {
      rows: rows.map(({ structure, lock, opened, people, denied: refused }) => ({
        ...{ structure: structure?.name ?? null, lock: lock?.name ?? null, opened, people, denied: refused },
        failed: opened + refused > 0 ? (hundred * refused) / (opened + refused) : null,
      })),
      ...(first && { rowCount: first.locks, totals: { opened: first.allOpened, denied: first.allDenied } }),
    };
  },
};
