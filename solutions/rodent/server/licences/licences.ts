import { sql } from 'kysely';
import { personNamed, personNameSql, staffOf } from '#core/accounts/server/api.ts';
import { inVisibleStructure, structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { attachmentHandlers } from '#platform/server/files/attachments.ts';
import { records } from '#platform/server/records/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Actor, type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type Leader,
  leadsDays,
  licence,
  licenceList,
  type licenceRoutes,
  type ShownLicence,
} from '../../common/licence.ts';
import { providerNamed } from '../provider-named.ts';
import { siteFor } from '../visits/site-for.ts';
import { licenceAt } from './licence-states.ts';

type Asking = Pick<Context, 'tx' | 'actor'>;
type Person = { id: number; name: string };

const unlimited = ({ session }: Actor, action: string): boolean =>
  resourcesWith(session, 'rodent', 'licence', action) === null;

/** The people who can have a licence: colleagues of the caller, and those who have led visits to the company's own sites. */
const candidates = (company: number, own: number | null) => sql`
  (SELECT p.id, ${personNameSql('p.id')} AS name
     FROM (SELECT s.id FROM (SELECT ${own ?? company}::integer AS id) c CROSS JOIN LATERAL ${staffOf('c.id')} s
           UNION SELECT v.technician_id FROM rodent_visit v
            WHERE v.company_id = ${company} AND v.technician_id IS NOT NULL AND (${own ?? company}::integer IN (v.company_id, v.provider_id))) p) o`;

async function assertCandidate({ tx, actor }: Asking, company: number, id: number): Promise<void> {
  const { rows } = await sql`
    SELECT FROM ${candidates(company, actor.session.user.companyId)} WHERE o.id = ${id}`.execute(tx);
  if (rows.length === 0) throw invalid('technicianId', 'invalid');
}

/** The company that somebody works for, if it is not the owner of the sites. */
async function providerOf({ tx, actor }: Asking, company: number, technicianId: number): Promise<number | null> {
  const own = actor.session.user.companyId;
  if (own !== null && own !== company) return own;
  const { rows } = await sql<{ providerId: number | null }>`
    SELECT v.provider_id FROM rodent_visit v WHERE v.company_id = ${company} AND v.technician_id = ${technicianId} ORDER BY v.id DESC LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.providerId ?? null;
}

/** Refuses unless the caller may do this at the site; for all sites, unless it may everywhere or it is about its own people. */
async function assertMay(
  context: Asking,
  { companyId, structureId }: Pick<ShownLicence, 'companyId' | 'structureId'>,
  action: string,
): Promise<void> {
  if (structureId !== null) {
    await siteFor(context, structureId, 'licence', action);
    return;
  }
  const own = context.actor.session.user.companyId;
  if (own === companyId && !unlimited(context.actor, action)) throw refuse(403, 'no-permission');
}

/** A condition on `t`: a provider sees nothing of the people of another one that may work at other sites. */
const seenBy = (actor: Actor) =>
  sql`(t.structure_id IS NOT NULL OR ${unlimited(actor, 'read')}::boolean OR ${actor.session.user.companyId}::integer IN (t.company_id, t.provider_id))
    AND ${inVisibleStructure(actor, 't.structure_id')}`;

const { read, ...ordinary } = records<ShownLicence>(
  {
    table: 'rodent_licence',
    list: licenceList,
    row: licence.row,
  },
  {
    select: () => ({
      name: personNameSql('t.technician_id'),
      technician: personNamed('t.technician_id'),
      provider: providerNamed('t.provider_id'),
      structure: structureNamed('t.structure_id'),
    }),
    seen: seenBy,
    async check(context, after, before) {
      const next = after as ShownLicence;
      const companyId = before?.companyId ?? companyOf(context.actor);
      const action = before ? 'update' : 'create';
      if (before) await assertMay(context, before, action);
      await assertMay(context, { ...next, companyId }, action);
      if (next.validFrom !== null && next.validFrom > next.expiresOn) throw invalid('expiresOn', 'outOfRange');
      if (next.technicianId === before?.technicianId) return {};
      await assertCandidate(context, companyId, next.technicianId);
      return { providerId: await providerOf(context, companyId, next.technicianId) };
    },
    removing: (context, row) => assertMay(context, row, 'delete'),
  },
);

export const licenceDocumentHandlers = attachmentHandlers('rodent_licence', read);

export const licenceHandlers: Handlers<typeof licenceRoutes> = {
  ...ordinary,
  async technicians({ tx, actor, list }) {
    const found = sql`${candidates(companyOf(actor), actor.session.user.companyId)}
      WHERE ${list.search ?? null}::text IS NULL OR strpos(rasid_fold(o.name), rasid_fold(${list.search ?? ''})) > 0`;
    const { rows: data } = await sql<Person>`
      SELECT o.id, o.name FROM ${found} ORDER BY o.name, o.id LIMIT ${list.limit} OFFSET ${list.skip}`.execute(tx);
    const total =
      list.total && (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${found}`.execute(tx));
    return { data, totalRecords: total ? (total.rows[0]?.count ?? 0) : null };
  },
  async leaders(context) {
    const id = await siteFor(context, context.params.id, 'licence', 'read');
    const of = {
      company: sql.raw('l.company_id'),
      structure: sql.raw('l.structure_id'),
      technician: sql.raw('l.technician_id'),
      at: sql.raw('now()'),
    };
    const { rows } = await sql<Leader & { seen: boolean }>`
      SELECT ${personNamed('l.technician_id')} AS technician, ${providerNamed('l.provider_id')} AS provider, l.visits, ${licenceAt(of)} AS licence,
             EXISTS (SELECT FROM rodent_licence t WHERE t.company_id = l.company_id AND t.technician_id = l.technician_id AND ${seenBy(context.actor)}) AS seen
        FROM (SELECT v.company_id, v.structure_id, v.technician_id, max(v.provider_id) AS provider_id, count(*)::integer AS visits
                FROM rodent_visit v WHERE v.structure_id = ${id} AND v.technician_id IS NOT NULL AND v.planned_at > now() - ${leadsDays} * interval '1 day'
               GROUP BY 1, 2, 3) l
       ORDER BY l.visits DESC, l.technician_id`.execute(context.tx);
    // Whether somebody has a licence concerns the site, its number those who see the licence.
    return rows.map(({ seen, licence: held, ...one }) => ({
      ...one,
      licence: seen ? held : { ...held, number: null },
    }));
  },
};
