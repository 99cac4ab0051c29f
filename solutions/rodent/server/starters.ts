import type { Condition } from '#core/rules/common/condition.ts';
import type { Level } from '#core/rules/common/rule.ts';
import type { Starters } from '#core/templates/server/api.ts';

type Rule = NonNullable<NonNullable<Starters[number]>['rules']>[number];

const minute = 60;

const rule = (
  kind: string,
  titles: { en: string; ar: string },
  severity: Level['severity'],
  condition: Condition,
  seconds = 0,
): Rule => ({
  name: titles.en,
  titles,
  kind,
  levels: [{ severity, condition, trigger: seconds > 0 ? { type: 'duration', seconds } : { type: 'simple' } }],
});

/** The starter templates of traps and bait stations. */
export const starters: Starters = {
  2801: {
    rules: [
      rule('catch', { en: 'Catch', ar: 'صيد في المصيدة' }, 'problem', { sensor: 'bodyFound', is: '=', value: true }),
      rule('activation', { en: 'Trap sprung', ar: 'انطلقت المصيدة' }, 'poor', {
        sensor: 'trapState',
        is: '=',
        value: 'sprung',
      }),
    ],
  },
  2802: {
    rules: [
      rule('bait-low', { en: 'Bait almost used up', ar: 'أوشك الطُّعم على النفاد' }, 'poor', {
        sensor: 'baitLevel',
        is: '<',
        value: 20,
        clearBand: 10,
      }),
      rule(
        'cover-open',
        { en: 'Cover open', ar: 'الغطاء مفتوح' },
        'poor',
        { sensor: 'coverOpen', is: '=', value: true },
        10 * minute,
      ),
    ],
  },
};
