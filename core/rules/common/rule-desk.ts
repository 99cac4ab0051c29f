import { z } from 'zod';
import { changeLine, changeList } from '#platform/common/change-log.ts';
import type { SavedFilter } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { ruleList, ruleRow } from './rule.ts';

/** The page of the rules of all apps, below the addresses of the core. */
export const rulesPath = 'rules/list';
const rulesAddress = `/core/${rulesPath}`;

/** The usual paths of the pages on which an app creates and edits its rules. */
export const rulePaths = { list: rulesPath, create: 'rules/create', edit: 'rules/{id}/edit' } as const;

/** What the page of an app's rules leads to. */
export const rulesOfApp = (app: string): SavedFilter => ({ of: rulesAddress, by: { app } });

/** The address of the rules of an app among those of all apps. */
export const rulesAddressOf = ({ id }: { id: string }): string => `${rulesAddress}?app=${id}`;

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
