import type { DeviceDemo } from '#core/device-app/server/api.ts';
import { demoSpots } from '#core/layouts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { swam } from '../app.ts';
import { controlUnit, flowDetector } from '../common/commands.ts';
import { answerCommand } from './demo-answers.ts';
import { behaviors, modelBehaviors } from './demo-behaviors.ts';
import { demoRules, demoTemplates } from './demo-templates.ts';

/** Devices of every hardware model for the demo's customers. */
export const demo: DeviceDemo = {
  app: swam as AppManifest,
  serials: '70B3D50A',
  behaviors,
  modelBehaviors,
  everywhere: [2, 8],
  names: {
    1: { en: 'Water quality', ar: 'جودة المياه' },
    2: { en: 'Roof tank', ar: 'خزان السطح' },
    3: { en: 'Riser', ar: 'الأنبوب الصاعد' },
    4: { en: 'Lobby air', ar: 'هواء البهو' },
    5: { en: 'Yard air', ar: 'هواء الفناء' },
    6: { en: 'Kitchen gas', ar: 'غاز المطبخ' },
    7: { en: 'Gas meter', ar: 'عداد الغاز' },
    8: { en: 'Water meter', ar: 'عداد المياه' },
    9: { en: 'Chiller', ar: 'المبرد' },
    10: { en: 'Main valve', ar: 'الصمام الرئيسي' },
    17: { en: 'Power meter', ar: 'عداد الكهرباء' },
    18: { en: 'Cold room probe', ar: 'مجس غرفة التبريد' },
  },
  spots: {
    2: demoSpots.tank,
    3: demoSpots.pumps,
    8: demoSpots.meterRoom,
    17: demoSpots.switchboard,
    6: demoSpots.kitchen,
    4: demoSpots.lobby,
    9: demoSpots.office,
  },
  planned: ['Marina Heights', 'فندق الوادي الرياض'],
  groups: { viewers: 'Water viewers', operators: 'Water operators' },
  rules: demoRules,
  templates: demoTemplates,
  pastAlarms: [
    {
      solution: 1,
      kind: 'water-quality',
      severity: 'poor',
      sensor: 'ph',
      operator: '<',
      limit: 6.5,
      value: 6.2,
      minutes: 50,
    },
    {
      solution: 2,
      kind: 'level-high',
      severity: 'problem',
      sensor: 'level',
      operator: '>',
      limit: 3,
      value: 3.2,
      minutes: 25,
    },
    {
      solution: 3,
      kind: 'flow-high',
      severity: 'poor',
      sensor: 'flow',
      operator: '>',
      limit: 60,
      value: 82,
      minutes: 35,
    },
    {
      solution: 4,
      kind: 'air-quality',
      severity: 'poor',
      sensor: 'co2',
      operator: '>',
      limit: 1200,
      value: 1480,
      minutes: 45,
    },
    {
      solution: 6,
      kind: 'gas-detected',
      severity: 'problem',
      sensor: 'methane',
      operator: '>',
      limit: 10,
      value: 14,
      minutes: 15,
    },
    {
      solution: 18,
      kind: 'temperature-high',
      severity: 'ok',
      sensor: 'probe1',
      operator: '>',
      limit: 8,
      value: 9.6,
      minutes: 55,
    },
  ],
  answerCommand,
  linked: [{ solution: flowDetector, to: controlUnit }],
};
