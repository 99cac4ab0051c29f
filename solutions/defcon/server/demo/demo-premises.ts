import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sealCodeWord } from '../premises/code-words.ts';

type DemoContact = readonly [name: string, phone: string, language: 'en' | 'ar', codeWord: string | null];
type DemoPremises = {
  site: string;
  plan: readonly string[];
  accessNotes: string;
  hazards: string;
  contacts: readonly DemoContact[];
  duressContact: string;
};

const demoPremises: readonly DemoPremises[] = [
  {
    site: 'Qasr Mall',
    plan: [
      'اتصل بالمحل أولًا، واسأل عن كلمة السر.',
      'إن لم يُجب أحد، فاتصل بحامل المفتاح الأول.',
      'أرسل الدورية إلى المدخل الجنوبي للمول.',
      'إن ضُغط زر السطو، فلا تتصل بالمحل: اطلب الشرطة مباشرة.',
    ],
    accessNotes: 'المفتاح عند أمن المول، المدخل الجنوبي، الطابق الأرضي.\nبعد العاشرة ليلًا يفتح الأمن البوابة رقم ٣.',
    hazards: 'واجهات زجاجية، وخزنة مؤقتة لا تُفتح قبل عشر دقائق.',
    contacts: [
      ['خالد القصر', '+971 50 555 0141', 'ar', 'لؤلؤة الخليج'],
      ['ليلى القصر', '+971 50 555 0142', 'ar', 'نخلة البيت'],
      ['Imran Qureshi', '+971 4 555 0143', 'en', null],
    ],
    duressContact: 'خالد القصر',
  },
  {
    site: 'Qasr Distribution Centre',
    plan: [
      'Call the guard house. Ask for the code word.',
      'Compare the zones hit with the shift plan: dock doors are used until 22:00.',
      'Call the key holders in order.',
      'Send a patrol to dock 1. Do not enter the server room alone.',
    ],
    accessNotes: 'Gate code with the guard house. Keys of the office are in the box at dock 1.',
    hazards: 'Forklifts may move on their own in hall north.',
    contacts: [
      ['Hessa Al Marri', '+971 50 555 0151', 'en', 'Blue falcon'],
      ['سالم الكعبي', '+971 50 555 0152', 'ar', 'شجرة الغاف'],
    ],
    duressContact: 'Hessa Al Marri',
  },
];

/** Whom to call at the sites of the demo, and what to do there. */
export async function addDemoPremises(
  tx: Tx,
  kit: Kit,
  companyId: number,
  structures: Readonly<Record<string, number>>,
): Promise<void> {
  for (const { site, plan, contacts, duressContact, ...notes } of demoPremises) {
    const file = { plan: [...plan], ...notes };
    const { id: premisesId } = await tx
      .insertInto('defconPremises')
      .values({ companyId, structureId: structures[site] ?? 0, ...file })
      .onConflict((conflict) => conflict.column('structureId').doUpdateSet(file))
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [n, [name, phone, language, codeWord]] of contacts.entries()) {
      const { id } = await tx
        .insertInto('defconContact')
        .values({
          ...{ companyId, premisesId, position: n + 1, name, phone, language },
          duressContact: name === duressContact,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (codeWord !== null)
        await tx
          .updateTable('defconContact')
          .set({ sealed: sealCodeWord(kit, id, codeWord), codeWordAt: new Date().toISOString() })
          .where('id', '=', id)
          .execute();
    }
  }
}
