import type { falseCauses, marks, outcomes } from '../../common/alarms.ts';

type Said = { mark?: (typeof marks)[number]; text: string };
/** What happened at a panel of the demo once or more often in its history. */
export type PastCase = {
  panel: string;
  kind: 'intrusion' | 'fire' | 'water' | 'panic' | 'hold-up' | 'arm-failed' | 'wrong-code' | 'tamper';
  code: string;
  zone: number | null;
  user?: number;
  rank: number;
  /** The hour of the day in UTC at which it usually happens. */
  hour: number;
  /** The seconds after which the user has disarmed. */
  cancelledAfter?: number;
  said: Said;
  police?: true;
} & ({ cause: (typeof falseCauses)[number] } | { outcome: (typeof outcomes)[number] });

/** Most are false, as everywhere. Each is described in the language of its site. */
export const pastCases: readonly PastCase[] = [
  {
    ...{ panel: 'Warehouse 4', kind: 'intrusion', code: 'BA', zone: 1, rank: 2, hour: 20, cancelledAfter: 48 },
    said: { mark: 'code-ok', text: 'Night shift opened dock 1 before disarming. Code word was right.' },
    cause: 'user-error',
  },
  {
    ...{ panel: 'محل الذهب', kind: 'intrusion', code: 'BA', zone: 1, rank: 2, hour: 5, cancelledAfter: 33 },
    said: { mark: 'code-ok', text: 'فتح صاحب المحل الباب قبل إلغاء التسليح، وكلمة السر صحيحة.' },
    cause: 'user-error',
  },
  {
    ...{ panel: 'Villa 12', kind: 'intrusion', code: 'BA', zone: 3, rank: 2, hour: 9 },
    said: { mark: 'called', text: 'The housekeeper says that the cat was in the hall.' },
    cause: 'pet',
  },
  {
    ...{ panel: 'الصيدلية', kind: 'intrusion', code: 'BA', zone: 1, rank: 2, hour: 19, cancelledAfter: 61 },
    said: { mark: 'called', text: 'عادت الموظفة لأخذ هاتفها بعد التسليح.' },
    cause: 'user-error',
  },
  {
    ...{ panel: 'Pump station', kind: 'intrusion', code: 'BA', zone: 1, rank: 2, hour: 23 },
    said: { mark: 'guard-sent', text: 'Patrol found the gate moving in the wind.' },
    cause: 'weather',
  },
  {
    ...{ panel: 'Clinic', kind: 'intrusion', code: 'BA', zone: 2, rank: 2, hour: 17 },
    said: { mark: 'code-ok', text: 'Cleaning staff came an hour late.' },
    cause: 'user-error',
  },
  {
    ...{ panel: 'Warehouse 4', kind: 'fire', code: 'FA', zone: 7, rank: 1, hour: 13 },
    said: { mark: 'called', text: 'Dust from a delivery. The detector was cleaned.' },
    cause: 'equipment',
  },
  {
    ...{ panel: 'محل الذهب', kind: 'tamper', code: 'TA', zone: 4, rank: 2, hour: 11 },
    said: { mark: 'called', text: 'فني الصيانة فتح غطاء الكاشف ولم يُبلغنا.' },
    cause: 'installer',
  },
  {
    ...{ panel: 'Villa 12', kind: 'wrong-code', code: 'JA', zone: null, user: 2, rank: 3, hour: 8 },
    said: { mark: 'called', text: 'The housekeeper had forgotten the new code.' },
    cause: 'user-error',
  },
  {
    ...{ panel: 'Pump station', kind: 'water', code: 'WA', zone: 3, rank: 3, hour: 2 },
    said: { mark: 'guard-sent', text: 'A seal of pump 2 leaked. The technician replaced it.' },
    outcome: 'handled',
  },
  {
    ...{ panel: 'الصيدلية', kind: 'panic', code: 'PA', zone: 3, rank: 1, hour: 15 },
    said: { mark: 'code-ok', text: 'ضغط طفل على زر الاستغاثة.' },
    cause: 'user-error',
  },
  {
    ...{ panel: 'Warehouse 4', kind: 'intrusion', code: 'BA', zone: 2, rank: 2, hour: 0 },
    said: { mark: 'guard-sent', text: 'Fresh marks at the lock of dock 2, nothing was taken.' },
    ...{ outcome: 'attempted', police: true },
  },
  {
    ...{ panel: 'Clinic', kind: 'arm-failed', code: 'CC', zone: null, user: 1, rank: 3, hour: 16 },
    said: { mark: 'called', text: 'The reception door was not closed. They armed again.' },
    outcome: 'handled',
  },
  {
    ...{ panel: 'محل الذهب', kind: 'intrusion', code: 'BA', zone: 2, rank: 2, hour: 22 },
    said: { mark: 'arrived', text: 'لا أثر لأحد، والواجهة سليمة.' },
    outcome: 'no-trace',
  },
  {
    ...{ panel: 'Villa 12', kind: 'intrusion', code: 'BA', zone: 2, rank: 2, hour: 21 },
    said: { mark: 'no-answer', text: 'Sandstorm. The contact of the garden door rattles, a technician was ordered.' },
    cause: 'weather',
  },
  {
    ...{ panel: 'محل الذهب', kind: 'hold-up', code: 'HA', zone: 5, rank: 1, hour: 18 },
    said: { mark: 'called', text: 'زر السطو ضُغط أثناء التنظيف، وأكد صاحب المحل بكلمة السر.' },
    cause: 'user-error',
  },
  {
    ...{ panel: 'الصيدلية', kind: 'intrusion', code: 'BA', zone: 2, rank: 2, hour: 1 },
    said: { mark: 'guard-sent', text: 'كُسر قفل خزانة الأدوية، وسُلّم الموقع للشرطة.' },
    ...{ outcome: 'genuine', police: true },
  },
  {
    ...{ panel: 'Clinic', kind: 'intrusion', code: 'BA', zone: 3, rank: 2, hour: 6 },
    said: { mark: 'called', text: 'Test by the installer that nobody had announced.' },
    outcome: 'test',
  },
  {
    ...{ panel: 'Pump station', kind: 'intrusion', code: 'BA', zone: 2, rank: 2, hour: 3 },
    said: { mark: 'guard-sent', text: 'A bird in the pump hall.' },
    cause: 'pet',
  },
];

/** What was closed an hour before the demo began. */
export const lastCase: PastCase = {
  ...{ panel: 'Clinic', kind: 'intrusion', code: 'BA', zone: 3, rank: 2, hour: 0 },
  said: { mark: 'arrived', text: 'The door of the medicine store was not locked. The responder closed it.' },
  outcome: 'no-trace',
};
