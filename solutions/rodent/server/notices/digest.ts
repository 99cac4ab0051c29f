import { sql } from 'kysely';
import { companyNameOf, contactsOf, zoneOfCompany } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import { instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { rodent } from '../../app.ts';
import { providerReaders, siteReaders } from './site-readers.ts';

/** The hour of the company's clock at which it is sent. */
const sentAtHour = 7;
/** Messages that were being stored at that moment are waited for. */
const waitsSeconds = 60;
/** Hits that are reported later than this are in no digest. */
const latestDays = 30;

/** The next time at which the clocks of a zone show the hour, in ms since 1970. */
export function nextDigest(now: number, zone: string): number {
  const wall = new Date(now + offsetAt(now, zone));
  const at = (later: number) =>
    instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + later, sentAtHour), zone);
  return at(0) > now ? at(0) : at(1);
}

/** Lets companies whose first traps outside are hit have a digest from now on. It is one statement for those that have. */
export async function beginDigests(tx: Tx, companies: readonly number[]): Promise<void> {
  if (companies.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT n.id FROM unnest(${companies}::integer[]) AS n (id)
     WHERE NOT EXISTS (SELECT FROM rodent_digest d WHERE d.company_id = n.id) ORDER BY 1`.execute(tx);
  for (const { id } of rows) {
    const due = nextDigest(Date.now(), await zoneOfCompany(tx, id));
    await sql`INSERT INTO rodent_digest (company_id, due_at) VALUES (${id}, ${new Date(due).toISOString()}) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
  }
}

type SiteHits = { companyId: number; structureId: number; hits: number; catches: number; traps: number };
type Named = SiteHits & { name: string };

const texts = {
  en: {
    subject: (hits: number, customer: string | null) =>
      `Traps outside${customer === null ? '' : ` at ${isolated(customer)}`}: ${hits === 1 ? '1 hit' : `${hits} hits`} since yesterday`,
    site: ({ name, hits, catches, traps }: Named) =>
      `${isolated(name)}: ${hits === 1 ? '1 hit' : `${hits} hits`} at ${traps === 1 ? '1 trap' : `${traps} traps`}, ${catches === 1 ? '1 catch' : `${catches} catches`}`,
    button: 'Open the traps',
    why: (brand: string) =>
      `You are receiving this email because you may see hits at these sites in ${brand}. It is sent on mornings after hits outside.`,
  },
  ar: {
    subject: (hits: number, customer: string | null) =>
      `مصائد المحيط الخارجي${customer === null ? '' : ` لدى ${isolated(customer)}`}: عدد التفعيلات منذ الأمس ${hits}`,
    site: ({ name, hits, catches, traps }: Named) =>
      `${isolated(name)}: التفعيلات ${hits}، المصائد ${traps}، حالات الصيد ${catches}`,
    button: 'فتح المصائد',
    why: (brand: string) =>
      `وصلتك هذه الرسالة لأن لك صلاحية الاطلاع على تفعيلات المصائد في هذه المواقع في ${brand}. تُرسل صباحاً بعد تفعيل مصائد خارجية.`,
  },
} as const;

/** Sends people once a day the hits outside at the sites that they may see, if there were any; those of a provider for each of its customers. */
export const dueDigests = dueBatch<{ id: number; fromAt: string; dueAt: string }>(
  'rodent.digests',
  { table: 'rodent_digest', key: 'company_id', at: 'due_at', afterSeconds: waitsSeconds },
  50,
  async (context, companies) => {
    const { tx } = context;
    const { rows } = await sql<SiteHits>`
      SELECT d.company_id, h.structure_id, count(*)::integer AS hits, (count(*) FILTER (WHERE h.verdict = 'catch'))::integer AS catches,
             count(DISTINCT h.device_id)::integer AS traps
        FROM rodent_digest d
        JOIN rodent_hit h ON h.company_id = d.company_id AND h.at >= d.from_at - ${latestDays} * interval '1 day' AND h.created_at >= d.from_at AND h.created_at < d.due_at
        JOIN rodent_trap t ON t.id = h.device_id AND t.zone = 'exterior'
       WHERE d.company_id = ANY (${companies.map(({ id }) => id)}::integer[]) AND h.structure_id IS NOT NULL
         AND h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')
       GROUP BY d.company_id, h.structure_id ORDER BY hits DESC, h.structure_id`.execute(tx);
    const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
    for (const { id } of companies) {
      await sendDigest(context, id, byCompany.get(id) ?? []);
      const due = nextDigest(Date.now(), await zoneOfCompany(tx, id));
      await sql`UPDATE rodent_digest SET from_at = due_at, due_at = ${new Date(due).toISOString()} WHERE company_id = ${id}`.execute(
        tx,
      );
    }
  },
);

async function sendDigest({ tx, kit }: Emitting, companyId: number, hits: readonly SiteHits[]): Promise<void> {
  if (hits.length === 0) return;
  const ids = hits.map(({ structureId }) => structureId);
  const sites = await structureSummaries(tx, ids);
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const named = hits.map((one): Named => ({ ...one, name: names.get(one.structureId) ?? '' }));
  const own = await siteReaders(tx, companyId, ids, 'hit');
  const providers = await providerReaders(tx, companyId, ids, 'hit');
  const company = await companyNameOf(tx, companyId);
  const seenBy = (readers: typeof own, customer: string | null) =>
    [...new Set([...readers.values()].flat())].map((id) => ({
      ...{ id, customer },
      sites: named.filter(({ structureId }) => readers.get(structureId)?.includes(id)),
    }));
  const readers = new Map([...seenBy(own, null), ...seenBy(providers, company)].map((reader) => [reader.id, reader]));
  const people = await contactsOf(tx, [...readers.keys()]);
  await sendNotice(tx, kit, {
    kind: 'trap-digest',
    about: companyId,
    people: people.flatMap(({ id, email, locale, companyId: employer }) => {
      const reader = readers.get(id);
      return reader ? [{ ...reader, email, locale, companyId: employer }] : [];
    }),
    write: ({ locale, sites: seen, customer }) => {
      const { subject, site, button, why } = texts[locale];
      return {
        app: rodent,
        subject: subject(
          seen.reduce((sum, one) => sum + one.hits, 0),
          customer,
        ),
        text: seen.map(site),
        button: { label: button, url: `${kit.publicUrl}${rodent.web}/traps/list` },
        why,
      };
    },
  });
}
