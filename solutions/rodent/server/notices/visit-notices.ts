import { sql } from 'kysely';
import { administratorsOf, contactsOf, staffOf } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { abilityGranted } from '#core/permissions/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { rodent } from '../../app.ts';
import type { VisitDocument } from './visit-documents.ts';

const texts = {
  en: {
    subject: (number: string, site: string) => `Pest control visit ${isolated(number)} at ${isolated(site)}`,
    text: 'The visit is done and signed. The report is attached.',
    large: 'The visit is done and signed. Its report is too large for a mail; open the visit to download it.',
    button: 'Open the visit',
    why: (brand: string) => `You are receiving this email because you may see visits to this site in ${brand}.`,
  },
  ar: {
    subject: (number: string, site: string) => `زيارة مكافحة القوارض ${isolated(number)} إلى ${isolated(site)}`,
    text: 'اكتملت الزيارة ووُقّعت. التقرير مرفق بهذه الرسالة.',
    large: 'اكتملت الزيارة ووُقّعت. حجم التقرير أكبر من أن يُرسل بالبريد؛ افتح الزيارة لتنزيله.',
    button: 'فتح الزيارة',
    why: (brand: string) => `وصلتك هذه الرسالة لأن لك صلاحية الاطلاع على زيارات هذا الموقع في ${brand}.`,
  },
} as const;

/** A larger report is not attached. */
const mostAttachedBytes = 5_000_000;

/** The people of the company who may see visits to a site. */
async function readersOf(tx: Tx, companyId: number, structureId: number): Promise<number[]> {
  const mayRead = abilityGranted({
    person: 's.id',
    app: 'd.app',
    resource: 'd.structure_id',
    entity: sql`'visit'`,
    action: 'read',
  });
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM (SELECT ${companyId}::integer AS company_id, 'rodent' AS app, ${structureId}::integer AS structure_id) d
     CROSS JOIN LATERAL ${staffOf('d.company_id')} s WHERE ${mayRead}`.execute(tx);
  const administrators = await administratorsOf(tx, companyId);
  return [...rows, ...administrators].map(({ id }) => id);
}

/** Tells the people of the customer that a visit was done, each with the report in their language. */
export async function tellOfVisit(
  { tx, kit }: Emitting,
  { companyId, structureId, visitId, language }: VisitDocument,
  file: { id: number; size: number },
): Promise<void> {
  const people = await contactsOf(tx, await readersOf(tx, companyId, structureId));
  const [site] = await structureSummaries(tx, [structureId]);
  const visit = await tx.selectFrom('rodentVisit').select('number').where('id', '=', visitId).executeTakeFirstOrThrow();
  const fits = file.size < mostAttachedBytes;
  const attachments = [{ name: `${visit.number}.pdf`, fileId: file.id }];
  await sendNotice(tx, kit, {
    kind: 'trap-visit',
    people: people.filter(({ locale }) => locale === language),
    write: ({ locale }) => {
      const { subject, text, large, button, why } = texts[locale];
      return {
        app: rodent,
        subject: subject(visit.number, site?.name ?? ''),
        text: [fits ? text : large],
        button: { label: button, url: `${kit.publicUrl}${rodent.web}/visits/visit/${visitId}` },
        why,
        ...(fits ? { attachments } : {}),
      };
    },
  });
}
