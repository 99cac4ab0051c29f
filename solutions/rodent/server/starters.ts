import { level, type Starters, sensorIs, starterRule } from '#core/templates/server/api.ts';

const minute = 60;

const coverOpen = starterRule(
  { en: 'Cover open', ar: 'الغطاء مفتوح' },
  'cover-open',
  level('poor', sensorIs('coverOpen', true), 10 * minute),
);
const batteryLow = starterRule(
  { en: 'Battery low', ar: 'البطارية منخفضة' },
  'battery-low',
  level('poor', { sensor: 'battery', is: '<', value: 20, clearBand: 10 }),
);

/** The starter templates of traps and bait stations. Hits raise their alarms without rules. */
export const starters: Starters = {
  2801: {
    rules: [
      starterRule(
        { en: 'Trap displaced', ar: 'المصيدة ليست في مكانها' },
        'displaced',
        // While somebody works at a trap it is moved.
        level('poor', sensorIs('displaced', true), 10 * minute),
      ),
      coverOpen,
      batteryLow,
    ],
  },
  2802: {
    rules: [
      starterRule(
        { en: 'Bait almost used up', ar: 'أوشك الطُّعم على النفاد' },
        'bait-low',
        level('poor', { sensor: 'baitLevel', is: '<', value: 20, clearBand: 10 }),
      ),
      coverOpen,
      batteryLow,
    ],
  },
};
