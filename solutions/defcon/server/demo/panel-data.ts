import type { Detector, Reaction } from '../../common/panel/words.ts';
import type { SiaAccountInput } from '../../common/sia.ts';

type DemoZone = readonly [number: number, name: string, group: number, detector: Detector, reaction: Reaction];
export type DemoPanel = {
  name: string;
  owner: 'qasr' | 'reem';
  site: string;
  hardwareId: number;
  groups: readonly string[];
  zones: readonly DemoZone[];
  users: readonly (readonly [slot: number, name: string, duress: boolean])[];
  /** It reports over SIA DC-09; all others over MQTT. */
  sia?: SiaAccountInput;
};

/** The panels of a retailer, which every demo has. */
export const firstPanels: readonly DemoPanel[] = [
  {
    name: 'محل الذهب',
    owner: 'qasr',
    site: 'Qasr Mall',
    hardwareId: 2102,
    groups: ['صالة العرض', 'الخزنة'],
    zones: [
      [1, 'الباب الرئيسي', 1, 'door', 'entry-exit'],
      [2, 'الواجهة الزجاجية', 1, 'glass', 'perimeter'],
      [3, 'صالة العرض', 1, 'pir', 'interior'],
      [4, 'باب الخزنة', 2, 'shock', 'always'],
      [5, 'زر السطو', 1, 'holdup-button', 'holdup-silent'],
    ],
    users: [
      [1, 'خالد القصر', false],
      [7, 'خالد القصر', true],
    ],
  },
  {
    name: 'Warehouse 4',
    owner: 'qasr',
    site: 'Qasr Distribution Centre',
    hardwareId: 2101,
    groups: ['Hall', 'Office'],
    zones: [
      [1, 'Dock door 1', 1, 'door', 'perimeter'],
      [2, 'Dock door 2', 1, 'door', 'perimeter'],
      [3, 'Hall north', 1, 'dual', 'interior'],
      [4, 'Hall south', 1, 'dual', 'interior'],
      [5, 'Office entrance', 2, 'door', 'entry-exit'],
      [6, 'Server room', 2, 'pir', 'interior'],
      [7, 'Smoke, racks', 1, 'smoke', 'fire'],
    ],
    users: [
      [1, 'Hessa Al Marri', false],
      [2, 'Night shift', false],
    ],
  },
];

/** Those of a demo with a history: two more that report over MQTT, and four over SIA DC-09. */
export const furtherPanels: readonly DemoPanel[] = [
  {
    name: 'Villa 12',
    owner: 'reem',
    site: 'Corniche Villas',
    hardwareId: 2101,
    groups: ['House', 'Garage'],
    zones: [
      [1, 'Front door', 1, 'door', 'entry-exit'],
      [2, 'Garden door', 1, 'door', 'perimeter'],
      [3, 'Hall', 1, 'pir', 'interior'],
      [4, 'Garage door', 2, 'door', 'perimeter'],
    ],
    users: [
      [1, 'Mariam Al Suwaidi', false],
      [2, 'Housekeeper', false],
    ],
  },
  {
    name: 'مكتب المدرسة',
    owner: 'reem',
    site: 'Creek Gardens',
    hardwareId: 2102,
    groups: ['المكتب'],
    zones: [
      [1, 'المدخل', 1, 'door', 'entry-exit'],
      [2, 'شباك الأرشيف', 1, 'window', 'perimeter'],
      [3, 'الممر', 1, 'pir', 'interior'],
    ],
    users: [
      [1, 'راشد المنصوري', false],
      [2, 'الحارس', false],
    ],
  },
  {
    name: 'الصيدلية',
    owner: 'qasr',
    site: 'Qasr Mall',
    hardwareId: 2102,
    groups: ['الصيدلية'],
    zones: [
      [1, 'الباب', 1, 'door', 'entry-exit'],
      [2, 'خزانة الأدوية', 1, 'shock', 'perimeter'],
      [3, 'زر الاستغاثة', 1, 'panic-button', 'panic-audible'],
    ],
    users: [[1, 'ليلى القصر', false]],
    sia: { account: '1001', encryption: 'none' },
  },
  {
    name: 'Clinic',
    owner: 'reem',
    site: 'Marina Heights',
    hardwareId: 2102,
    groups: ['Clinic'],
    zones: [
      [1, 'Reception door', 1, 'door', 'entry-exit'],
      [2, 'Corridor', 1, 'pir', 'interior'],
      [3, 'Medicine store', 1, 'door', 'perimeter'],
    ],
    users: [[1, 'Reception', false]],
    sia: { account: '1002', encryption: 'required' },
  },
  {
    name: 'Pump station',
    owner: 'reem',
    site: 'Reem Pumping Station',
    hardwareId: 2102,
    groups: ['Station'],
    zones: [
      [1, 'Gate', 1, 'door', 'perimeter'],
      [2, 'Pump hall', 1, 'pir', 'interior'],
      [3, 'Floor, water', 1, 'leak', 'water'],
    ],
    users: [[1, 'Yousef Najm', false]],
    sia: { account: '1003', encryption: 'none' },
  },
  {
    name: 'بيت الحارس',
    owner: 'reem',
    site: 'برج السعديات',
    hardwareId: 2102,
    groups: ['البيت'],
    zones: [
      [1, 'الباب', 1, 'door', 'entry-exit'],
      [2, 'الغرفة', 1, 'pir', 'interior'],
    ],
    users: [[1, 'الحارس', false]],
    sia: { account: '1004', encryption: 'required' },
  },
];

/** Its messages are refused until somebody sets its clock. */
export const wrongClock = { account: '1004', seconds: 180 };
