import { sql } from 'kysely';
import { administratorsOf, companyNamed, contactsOf } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import { brandName, isolated } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inventoryPath } from '../common/inventory-page.ts';

type Company = { id: number; name: string };
type HandOver = { name: string; serial: string; app: string; company: Company; former: Company };
type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Texts = {
  received: Plurals;
  given: Plurals;
  from(company: string): string;
  to(company: string): string;
  more(count: number): string;
  button: string;
  why(brand: string): string;
};

const texts: Record<'en' | 'ar', Texts> = {
  en: {
    received: { one: '1 device is now yours', other: '{count} devices are now yours' },
    given: { one: '1 device has a new owner', other: '{count} devices have a new owner' },
    from: (company) => `${company} has given them to your company. They are in your inventory, to be installed.`,
    to: (company) => `They belong to ${company} now. Readings, alarms and logs up to then stay with your company.`,
    more: (count) => `and ${count} more`,
    button: 'Open the inventory',
    why: (brand) => `You are receiving this email because you administer a company that uses devices with ${brand}.`,
  },
  ar: {
    received: {
      zero: 'لا أجهزة جديدة في عهدتكم',
      one: 'أصبح جهاز واحد في عهدتكم',
      two: 'أصبح جهازان في عهدتكم',
      few: 'أصبحت {count} أجهزة في عهدتكم',
      many: 'أصبح {count} جهازًا في عهدتكم',
      other: 'أصبح {count} جهاز في عهدتكم',
    },
    given: {
      zero: 'لم تنتقل أي أجهزة إلى مالك جديد',
      one: 'انتقل جهاز واحد إلى مالك جديد',
      two: 'انتقل جهازان إلى مالك جديد',
      few: 'انتقلت {count} أجهزة إلى مالك جديد',
      many: 'انتقل {count} جهازًا إلى مالك جديد',
      other: 'انتقل {count} جهاز إلى مالك جديد',
    },
    from: (company) => `سلّمتها ${company} إلى شركتكم، وهي الآن في مخزونكم جاهزة للتركيب.`,
    to: (company) => `أصبحت الآن لدى ${company}. تبقى القراءات والإنذارات والسجلات السابقة لدى شركتكم.`,
    more: (count) => `و${count} غيرها`,
    button: 'فتح المخزون',
    why: (brand) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تستخدم أجهزة مع ${brand}.`,
  },
};

const linesShown = 50;
/** The mail is sent this long after the last device of a batch. */
const settledMinutes = 2;

/** Records that a device got another owner. Runs as the role that sees all rows. */
export async function recordHandOver(tx: Tx, deviceId: number, companyId: number, fromId: number): Promise<void> {
  await tx.insertInto('deviceHandOver').values({ deviceId, companyId, fromId }).execute();
}

/** Informs both sides about devices that got another owner, with one mail for all that one company gave to another. */
export async function mailHandOvers(kit: Kit): Promise<void> {
  for (let more = true; more; ) more = await emittingAsSystem(kit, kit.db, ({ tx }) => mailNext(tx, kit));
}

async function mailNext(tx: Tx, kit: Kit): Promise<boolean> {
  const found = await sql<HandOver>`
    WITH settled AS (
      SELECT company_id, from_id FROM device_hand_over GROUP BY 1, 2
      HAVING max(created_at) <= now() - ${settledMinutes} * interval '1 minute' ORDER BY 1, 2 LIMIT 1),
         taken AS (
      DELETE FROM device_hand_over h USING settled s WHERE h.company_id = s.company_id AND h.from_id = s.from_id RETURNING h.*)
    SELECT d.name, d.serial, d.app, ${companyNamed('taken.company_id')} AS company, ${companyNamed('taken.from_id')} AS former
      FROM taken JOIN ${sql.raw(deviceFacts)} d ON d.id = taken.device_id ORDER BY d.app, d.name, d.id`.execute(tx);
  const [first] = found.rows;
  if (!first) return false;
  await mailSide(tx, kit, first.company.id, found.rows, 'received');
  await mailSide(tx, kit, first.former.id, found.rows, 'given');
  return true;
}

async function mailSide(
  tx: Tx,
  kit: Kit,
  readerId: number,
  devices: readonly HandOver[],
  side: 'received' | 'given',
): Promise<void> {
  const [{ app: id, company, former }] = devices as [HandOver];
  const app = kit.apps.find((one) => one.id === id);
  const people = await contactsOf(
    tx,
    (await administratorsOf(tx, readerId)).map((person) => person.id),
  );
  await sendNotice(tx, kit, {
    kind: 'delivery',
    people,
    write: ({ locale }) => {
      const own = texts[locale];
      const forms = own[side];
      const rest = devices.length - linesShown;
      return {
        subject: (forms[new Intl.PluralRules(locale).select(devices.length)] ?? forms.other).replace(
          '{count}',
          String(devices.length),
        ),
        text: [side === 'received' ? own.from(isolated(former.name)) : own.to(isolated(company.name))],
        lines: [
          ...devices
            .slice(0, linesShown)
            .map((one) => `${isolated(one.name)} · ${isolated(one.serial)} · ${isolated(brandName(kit, locale, app))}`),
          ...(rest > 0 ? [own.more(rest)] : []),
        ],
        button: {
          label: own.button,
          url: appUrl(kit, app, (found) => usualAddress(found, inventoryPath)),
        },
        why: own.why,
      };
    },
  });
}
