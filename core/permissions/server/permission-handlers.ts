import { companyTypeOf } from '#core/accounts/server/api.ts';
import { visibleApps } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { withinCeiling } from '../common/ceiling.ts';
import type { Hierarchy, permissionRoutes } from '../common/permission-routes.ts';
import { permissionKeys } from '../common/registry.ts';
import { accessQuestionHandlers } from './access-questions.ts';
import { permissionsByKey } from './permission-index.ts';
import { systemRoles } from './system-roles.ts';

export const permissionHandlers: Handlers<typeof permissionRoutes> = {
  ...accessQuestionHandlers,
  flat: async ({ tx, kit }) => {
    const shown = new Set([...permissionsByKey(visibleApps(kit)).values()].flatMap(permissionKeys));
    const all = await tx.selectFrom('permission').select(['key', 'index']).execute();
    const stored = all.filter(({ key }) => shown.has(key));
    return Object.fromEntries(stored.map(({ key, index }) => [key, { index }]));
  },
  hierarchy: async ({ tx, kit }) => {
    const stored = await tx.selectFrom('permission').select(['key', 'index']).execute();
    const index = new Map(stored.map((row) => [row.key, row.index]));
    const at = (key: string) => index.get(key) ?? -1;
    const modules = new Map<string, Hierarchy[number]>();
    for (const { key, module, entity, action } of permissionsByKey(visibleApps(kit)).values()) {
      const outer = modules.get(module) ?? { key: `m_${module}`, index: at(`m_${module}`), module, submodules: [] };
      modules.set(module, outer);
      let inner = outer.submodules.find((one) => one.entity === entity);
      if (!inner) {
        inner = { key: `sm_${module}_${entity}`, index: at(`sm_${module}_${entity}`), entity, permissions: [] };
        outer.submodules.push(inner);
      }
      inner.permissions.push({ key, index: at(key), action });
    }
    return [...modules.values()];
  },
  systemRoles: async ({ actor }) => offeredTo(actor.session.user.adminType !== null, actor.session.user.companyType),
  systemRole: async ({ params, kit, actor }) => {
    const role = offeredTo(actor.session.user.adminType !== null, actor.session.user.companyType).find(
      (one) => one.id === params.id,
    );
    if (!role) throw refuse(404, 'not-found');
    const held = [...permissionsByKey(kit.apps).values()].filter((permission) => withinCeiling(role, permission));
    return { ...role, permissions: held.map(({ key }) => key) };
  },
  appRoles: async ({ kit }) =>
    visibleApps(kit).flatMap(({ id, personRoles = [] }) =>
      personRoles.length === 0 ? [] : [{ app: id, roles: [...personRoles] }],
    ),
  userRoles: async ({ tx, actor }) => {
    const { actingFor } = actor.session;
    if (actingFor === null) return systemRoles.filter(({ adminType }) => adminType !== null);
    const acted = await companyTypeOf(tx, actingFor);
    return systemRoles.filter(({ companyType }) => companyType !== null && companyType === acted);
  },
};

/** People of the platform see every role, others those of their own kind of company. */
const offeredTo = (platform: boolean, companyType: string | null) =>
  systemRoles.filter((role) => platform || role.companyType === companyType);
