import { level, type Starters, sensorIs, starterRule } from '#core/templates/server/api.ts';

const minute = 60;

/** The starter templates of bait stations. Hits of traps raise their alarms without rules. */
export const starters: Starters = {
  2802: {
    rules: [
      starterRule(
        { en: 'Bait almost used up', ar: 'أوشك الطُّعم على النفاد' },
        'bait-low',
        level('poor', { sensor: 'baitLevel', is: '<', value: 20, clearBand: 10 }),
      ),
      starterRule(
        { en: 'Cover open', ar: 'الغطاء مفتوح' },
        'cover-open',
        level('poor', sensorIs('coverOpen', true), 10 * minute),
      ),
    ],
  },
};
