import { expect, test } from 'vitest';
import { solutionsOf } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { authorize } from '#platform/web/shell/access/guard.ts';
import { rodent } from '../app.ts';

const classes = ['operational', 'status'] as const;
const permissions = classes.map((one) => canDo(`rodent.${one}-alarm`, 'read').permission);
const index = Object.fromEntries(permissions.map((permission, i) => [permission, { index: i }]));
const pageAt = (address: string) => {
  const page = rodent.pages.find(({ path }) => address === `${rodent.web}/${path}`);
  return page ? { app: rodent, page, params: {} } : null;
};

/** Where the entry to alarms leads a person who may read these classes, step by step. */
function entered(...readable: readonly (typeof classes)[number][]): string[] {
  const abilities = { rodent: { 12: Object.fromEntries(readable.map((one) => [`${one}-alarm`, ['read']])) } };
  const me = testMe({ apps: ['rodent'], abilities, mask: maskOf(readable.map((one) => classes.indexOf(one))) });
  const caller = { me, apps: [rodent], index, solutions: solutionsOf([rodent]) };
  const steps: string[] = [];
  for (let target = `${rodent.web}/alarms`; ; ) {
    const found = pageAt(target);
    if (!found) return steps;
    const at = { layout: 'main', from: null, phone: false, pageAt } as const;
    const verdict = authorize({ ...found, ...at, target }, caller);
    if (verdict.kind !== 'go') return steps;
    target = verdict.to;
    steps.push(target);
  }
}

test('entering alarms leads to operational ones with their ability, and without it to those about the state of devices', () => {
  expect(entered('operational', 'status')[0]).toBe('/LessWaste/alarms/operational');
  expect(entered('operational')[0]).toBe('/LessWaste/alarms/operational');
  expect(entered('status')[0]).toBe('/LessWaste/alarms/status');
  expect(entered('operational', 'status')[1]).toContain('class=operational');
  expect(entered('status')[1]).toContain('class=status');
});
