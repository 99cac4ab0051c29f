import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sealCodeWord } from '../premises/code-words.ts';

type DemoContact = readonly [name: string, phone: string, language: 'en' | 'ar', codeWord: string | null];
export type DemoPremises = {
  owner: 'qasr' | 'reem';
  site: string;
  plan: readonly string[];
  accessNotes: string;
  hazards: string;
  contacts: readonly DemoContact[];
  duressContact: string;
};

/** Those of the panels that every demo has. */
export const firstPremises: readonly DemoPremises[] = [
  {
    owner: 'qasr',
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
    owner: 'qasr',
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

export const furtherPremises: readonly DemoPremises[] = [
  {
    owner: 'reem',
    site: 'Corniche Villas',
    plan: [
      'Call the owner first, then the housekeeper.',
      'The dog is friendly. Enter by the garden only with the owner on the phone.',
      'Outside of the city: ask the headquarters which station answers.',
    ],
    accessNotes: 'The key is in the box at the gate of villa 10.',
    hazards: '',
    contacts: [
      ['Mariam Al Suwaidi', '+971 50 555 0134', 'en', 'Desert rose'],
      ['Grace Mensah', '+971 50 555 0161', 'en', null],
    ],
    duressContact: 'Mariam Al Suwaidi',
  },
  {
    owner: 'reem',
    site: 'Creek Gardens',
    plan: ['اتصل بالحارس ثم بمدير المكتب.', 'المدرسة خالية بعد الرابعة عصرًا: أي حركة بعدها تُرسل لها دورية.'],
    accessNotes: 'مدخل المكتب من البوابة الشرقية، والمفتاح عند الحارس.',
    hazards: '',
    contacts: [
      ['راشد المنصوري', '+971 50 555 0171', 'ar', 'قلم وكتاب'],
      ['حارس المدرسة', '+971 50 555 0172', 'ar', null],
    ],
    duressContact: 'راشد المنصوري',
  },
  {
    owner: 'reem',
    site: 'Marina Heights',
    plan: [
      'Call the reception of the clinic. Ask for the code word.',
      'The medicine store holds controlled drugs: two detectors there go to the police without a second call.',
      'The security of the tower opens the service lift.',
    ],
    accessNotes: 'Lobby is open day and night. The clinic is on the ground floor, left of the lifts.',
    hazards: 'Oxygen cylinders behind the reception.',
    contacts: [
      ['Clinic reception', '+971 4 555 0181', 'en', 'Green lamp'],
      ['د. سارة المهيري', '+971 50 555 0182', 'ar', 'سماعة الطبيب'],
    ],
    duressContact: 'د. سارة المهيري',
  },
  {
    owner: 'reem',
    site: 'Reem Pumping Station',
    plan: ['Call the technician on duty.', 'Water on the floor: close valve V2 before anybody enters the pump hall.'],
    accessNotes: 'Gate opens with the key of the integrator.',
    hazards: 'High voltage in the pump hall.',
    contacts: [['Yousef Najm', '+971 50 555 0191', 'en', 'Blue valve']],
    duressContact: 'Yousef Najm',
  },
  {
    owner: 'reem',
    site: 'برج السعديات',
    plan: ['اتصل بالحارس على هاتفه الجوال.', 'إن لم يُجب، فاتصل بإدارة البرج.'],
    accessNotes: 'بيت الحارس خلف مدخل المواقف.',
    hazards: '',
    contacts: [['حارس البرج', '+971 50 555 0195', 'ar', 'باب البحر']],
    duressContact: 'حارس البرج',
  },
];

type Added = {
  companies: Readonly<Record<DemoPremises['owner'], number>>;
  structures: Readonly<Record<string, number>>;
  premises: readonly DemoPremises[];
};

/** Whom to call at the sites of the demo, and what to do there. */
export async function addDemoPremises(tx: Tx, kit: Kit, { companies, structures, premises }: Added): Promise<void> {
  for (const { owner, site, plan, contacts, duressContact, ...notes } of premises) {
    const companyId = companies[owner];
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
