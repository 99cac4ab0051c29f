import { sql } from 'kysely';
import { contactsOf } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import { rodent } from '../../app.ts';
import type { VisitDocument } from '../documents/visit-documents.ts';
import { siteReaders } from './site-readers.ts';

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

/** Nobody gets a mail about a visit that was signed earlier. */
const newsDays = 31;
/** A larger report is not attached. */
const mostAttachedBytes = 5_000_000;

/** Tells the people of the customer that a visit was done, each with the report in their language. */
export async function tellOfVisit(
  { tx, kit }: Emitting,
  { companyId, structureId, visitId, language }: VisitDocument,
  file: { id: number; size: number },
): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    SELECT v.number FROM rodent_visit v
     WHERE v.id = ${visitId} AND EXISTS (SELECT FROM rodent_visit_step s WHERE s.subject_id = v.id AND s.step = 'sign' AND s.at > now() - ${newsDays} * interval '1 day')`.execute(
    tx,
  );
  const [visit] = rows;
  if (!visit) return;
  const readers = await siteReaders(tx, companyId, [structureId], 'visit');
  const people = await contactsOf(tx, readers.get(structureId) ?? []);
  const [site] = await structureSummaries(tx, [structureId]);
  const fits = file.size < mostAttachedBytes;
  const attachments = [{ name: `${visit.number}.pdf`, fileId: file.id }];
  await sendNotice(tx, kit, {
    kind: 'trap-visit',
    about: companyId,
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
