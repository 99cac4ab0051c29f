import { expect, test } from 'vitest';
import { defineApp } from '#platform/common/define-app.ts';
import { standard } from '../../common/standard-actions.ts';
import { actionsOn } from './lifecycle.ts';

const app = defineApp({
  ...{ id: 'doors', brand: 'Doors', web: '/doors', api: '/doors', icon: 'door', needs: [], routes: {}, pages: [] },
  alarmClasses: {
    access: {
      path: '/alarm',
      page: 'alarms',
      actions: { ...standard('comment'), relock: { kinds: ['propped'] } },
    },
  },
});
const alarm = { app: 'doors', class: 'access', rank: 3, acknowledged: false, disposition: 'open' } as const;

test('an action for one kind is offered on alarms of that kind only', () => {
  expect(actionsOn([app], { ...alarm, kind: 'propped' })).toEqual(['comment', 'relock']);
  expect(actionsOn([app], { ...alarm, kind: 'forced' })).toEqual(['comment']);
});
