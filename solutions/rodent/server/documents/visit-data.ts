import { sql } from 'kysely';
import { companyName, personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { spaceNamed, structureNamed, zoneOfSite } from '#core/places/server/api.ts';
import { verificationAddress } from '#core/print/common/verification.ts';
import { proofPictures } from '#core/proofs/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type PrintedTrap, type PrintedVisit, verifyDocumentPath } from '../../common/documents.ts';
import { linesOf } from '../visits/lines.ts';
import { addendaOf } from '../visits/sheet.ts';
import { materialsOf, recommendationsOf } from '../visits/visit-records.ts';

/** The longest side of a photo, and how many a report has. */
const photoSide = 480;
const mostPhotos = 60;

type Wanted = { visitId: number; addenda: number; code: string };
type Head = PrintedVisit['visit'] & {
  company: string;
  companyId: number;
  structureId: number;
  site: { name: string };
  signature: string | null;
};

async function headOf(tx: Tx, id: number): Promise<Head> {
  const { rows } = await sql<Head>`
    SELECT t.company_id, t.structure_id, t.number, t.kind, t.started_at, t.ended_at, t.note, t.signed_by, t.signature, ${companyName('t.company_id')} AS company,
           ${structureNamed('t.structure_id')} AS site, ${personNameSql('t.technician_id')} AS technician, ${companyName('t.provider_id')} AS provider,
           (SELECT max(s.at) FROM rodent_visit_step s WHERE s.subject_id = t.id AND s.step = 'sign') AS signed_at
      FROM rodent_visit t WHERE t.id = ${id}`.execute(tx);
  return rows[0] as Head;
}

/** Traps as documents name them, by the ids of their devices. */
export async function printedTraps(tx: Tx, ids: readonly number[]): Promise<Map<number, PrintedTrap>> {
  const { rows } = await sql<PrintedTrap & { id: number }>`
    SELECT d.id, d.name, p.number, coalesce(p.zone, 'interior') AS zone, (${spaceNamed('d.space_id')} ->> 'name') AS space
      FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap p ON p.id = d.id WHERE d.id = ANY (${ids}::integer[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...trap }) => [id, trap]));
}
const unknownTrap: PrintedTrap = { number: null, name: '', zone: 'interior', space: null };

/** A signed visit with so many of its addenda, as its report shows it. Runs in the system's own transaction. */
export async function printedVisit(context: Emitting, { visitId, addenda, code }: Wanted): Promise<PrintedVisit> {
  const { tx, kit } = context;
  const { company, companyId, structureId, site, signature, ...visit } = await headOf(tx, visitId);
  const [lines, materials, recommendations, said] = [
    await linesOf(tx, visitId),
    await materialsOf(tx, visitId),
    await recommendationsOf(tx, visitId),
    await addendaOf(tx, visitId),
  ];
  const traps = await printedTraps(tx, [
    ...lines.map(({ deviceId }) => deviceId),
    ...materials.flatMap(({ deviceId }) => deviceId ?? []),
  ]);
  const trapOf = (id: number): PrintedTrap => traps.get(id) ?? unknownTrap;
  const subject = { app: 'rodent', type: 'visit', id: visitId, companyId };
  const wanted = lines.flatMap(({ photos }) => photos).slice(0, mostPhotos);
  const pictures = await proofPictures(context, subject, {
    clientIds: signature === null ? wanted : [...wanted, signature],
    longestSide: photoSide,
  });
  return {
    company,
    site: site.name,
    zone: await zoneOfSite(tx, { structureId, companyId }),
    address: verificationAddress(kit.publicUrl, verifyDocumentPath, code),
    visit,
    lines: lines
      .map(({ clientId: _, deviceId, receivedAt: __, person, ...line }) => ({
        ...line,
        trap: trapOf(deviceId),
        person: person?.name ?? null,
      }))
      .toSorted((a, b) => (a.trap.number ?? Infinity) - (b.trap.number ?? Infinity)),
    materials: materials.map(({ clientId: _, person: __, deviceId, ...one }) => ({
      ...one,
      trap: deviceId === null ? null : trapOf(deviceId),
    })),
    recommendations: recommendations.map(({ id, text, severity, dueOn, state, owner }) => ({
      ...{ id, text, severity, dueOn, state },
      owner: owner?.name ?? null,
    })),
    addenda: said
      .slice(0, addenda)
      .map(({ id, text, createdAt, person }) => ({ id, text, createdAt, person: person?.name ?? null })),
    photos: Object.fromEntries(Object.entries(pictures).filter(([id]) => id !== signature)),
    signature: signature === null ? null : (pictures[signature] ?? null),
  };
}
