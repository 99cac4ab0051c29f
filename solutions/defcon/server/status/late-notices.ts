import { sql } from 'kysely';
import { administratorsOf, contactsOf } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { isOpen, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import { settingsOf } from '#platform/server/records/app-settings.ts';
import { defcon } from '../../app.ts';
import { settings } from '../../common/settings/setting.ts';
import type { LateGroup } from './group-checks.ts';

const texts = {
  en: {
    subject: (name: string) => `Not armed in time: ${isolated(name)}`,
    text: 'It is disarmed although its hours are over. Arm it, or ask somebody on duty to do so.',
    duty: (names: string) => `On duty: ${names}`,
    nobody: 'Nobody on the call list is on duty now.',
    button: 'Open the panel',
    why: (brand: string) => `You are receiving this email because you administer a company that uses ${brand}.`,
  },
  ar: {
    subject: (name: string) => `لم تُفعّل في الموعد: ${isolated(name)}`,
    text: 'ما زالت غير مفعّلة مع أن أوقات الدوام انتهت. فعّلها، أو اطلب ذلك من أحد المناوبين.',
    duty: (names: string) => `المناوبون: ${names}`,
    nobody: 'لا أحد من قائمة الاتصال مناوب الآن.',
    button: 'فتح اللوحة',
    why: (brand: string) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تستخدم ${brand}.`,
  },
} as const;

type OnCall = { structureId: number; name: string; phone: string; hours: WeekSchedule | null };

/** Notifies the customers that want it of groups that are late, with those of the call list who are on duty. */
export async function tellLateToArm({ tx, kit }: Emitting, late: readonly LateGroup[]): Promise<void> {
  if (late.length === 0) return;
  const settingOf = await settingsOf(tx, settings, [...new Set(late.map(({ companyId }) => companyId))]);
  const wanted = late.filter(({ companyId }) => settingOf(companyId).notifyLateToArm);
  if (wanted.length === 0) return;
  const { rows } = await sql<OnCall>`
    SELECT s.structure_id, c.name, c.phone, w.hours FROM defcon_premises s JOIN defcon_contact c ON c.premises_id = s.id
      LEFT JOIN ${sql.raw(weekSchedules)} w ON w.id = c.schedule_id
     WHERE s.structure_id = ANY (${wanted.flatMap(({ structureId }) => structureId ?? [])}::integer[]) ORDER BY s.structure_id, c.position`.execute(
    tx,
  );
  const onDuty = rows.filter(({ hours }) => hours === null || isOpen(hours, Date.now()));
  for (const { companyId, panelId, structureId, name } of wanted) {
    const people = onDuty.filter((one) => one.structureId === structureId);
    const names = people.map((one) => `${isolated(one.name)} ${isolated(one.phone)}`).join(' · ');
    await sendNotice(tx, kit, {
      kind: 'arming',
      people: await contactsOf(
        tx,
        (await administratorsOf(tx, companyId)).map(({ id }) => id),
      ),
      write: ({ locale }) => {
        const { subject, text, duty, nobody, button, why } = texts[locale];
        return {
          app: defcon,
          subject: subject(name),
          text: [text, names === '' ? nobody : duty(names)],
          button: { label: button, url: `${kit.publicUrl}${defcon.web}/panels/details/${panelId}` },
          why,
        };
      },
    });
  }
}
