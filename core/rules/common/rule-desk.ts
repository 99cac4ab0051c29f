import { z } from 'zod';
import { changeLine, changeList } from '#platform/common/change-log.ts';
import { route } from '#platform/common/route.ts';
import { ruleList, ruleRow } from './rule.ts';

/**
 * The calls for the rules of all apps. Permissions are checked by app; rules are created and edited with the calls of
 * their app.
 */
export const ruleDeskRoutes = {
  list: route.list('/rule', {
    access: 'signed-in',
    reply: ruleRow,
    list: { ...ruleList, filter: ['app', ...ruleList.filter] },
  }),
  /** Switches a rule on or off. */
  update: route.patch('/rule/{id}', {
    access: 'signed-in',
    body: z.object({ enabled: z.boolean() }),
    reply: ruleRow,
  }),
  remove: route.delete('/rule/{id}', { access: 'signed-in' }),
  history: route.list('/rule/{id}/history', { access: 'signed-in', reply: changeLine, list: changeList }),
};
