import { useQueries } from '@tanstack/react-query';
import type { AdminType, CompanyType } from '#platform/common/company-kinds.ts';
import { hasBit } from '#platform/common/permission-mask.ts';
import { fold } from '#platform/common/search/search.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import type { SystemRole } from '../common/permission-routes.ts';
import { api } from './api.ts';

/** A kind of company, or the platform with its own administrators. */
export type RoleFamily = CompanyType | 'platform';
export const familyOf = (role: Pick<SystemRole, 'companyType'>): RoleFamily => role.companyType ?? 'platform';
export const roleName = (role: Pick<SystemRole, 'adminType' | 'role'>): AdminType | SystemRole['role'] =>
  role.adminType ?? role.role;

export type RegisteredPermission = {
  key: string;
  module: { key: string; name: string };
  entity: string;
  action: string;
  /** What the caller has of it: the role's part, and the structures on which groups grant it. */
  mine: 'all' | number | null;
};

/** Every permission of the registry as text, with what the caller has of it. */
export function useRegistry() {
  const { session } = useMe();
  const words = usePermissionNames();
  const hierarchy = useData(api.permission.hierarchy, {}, { staleTime: 300_000 });
  const skipsGroups = session.user.isAdmin || session.user.adminType !== null;
  const mineOf = (module: string, entity: string, action: string, index: number): RegisteredPermission['mine'] => {
    if (!hasBit(session.mask, index)) return null;
    if (skipsGroups) return 'all';
    const granted = Object.entries(session.abilities[module] ?? {}).filter(([, entities]) =>
      entities[entity]?.includes(action),
    );
    if (granted.some(([resource]) => resource === '*')) return 'all';
    return granted.length > 0 ? granted.length : null;
  };
  const all = (hierarchy.data ?? []).flatMap(({ module, submodules }) =>
    submodules.flatMap(({ entity, permissions }) =>
      permissions.map(
        ({ key, action, index }): RegisteredPermission => ({
          key,
          module: { key: module, name: words.module(module) },
          entity: words.entity(module, entity),
          action: words.action(module, action),
          mine: mineOf(module, entity, action, index),
        }),
      ),
    ),
  );
  return { all, loading: hierarchy.isPending, failed: hierarchy.isError, retry: () => void hierarchy.refetch() };
}

/** Those whose texts or key contain the search. */
export function foundIn(all: readonly RegisteredPermission[], search: string, onlyMine: boolean) {
  const wanted = fold(search);
  return all.filter(
    ({ key, module, entity, action, mine }) =>
      (!onlyMine || mine !== null) && fold(`${module.name} ${entity} ${action} ${key}`).includes(wanted),
  );
}

/** The roles of a family, and which permissions each can have at most. */
export function useRoles(family: RoleFamily) {
  const roles = useData(api.permission.systemRoles, {}, { staleTime: 300_000 });
  const shown = (roles.data ?? []).filter((role) => familyOf(role) === family);
  const held = useQueries({
    queries: shown.map(({ id }) => ({
      queryKey: api.permission.systemRole.key({ params: { id } }),
      queryFn: () => api.permission.systemRole.send({ params: { id } }),
      staleTime: 300_000,
    })),
  });
  return {
    families: [...new Set((roles.data ?? []).map(familyOf))],
    roles: shown.map((role, at) => ({ ...role, held: new Set(held[at]?.data?.permissions) })),
    loading: roles.isPending || held.some((one) => one.isPending),
    failed: roles.isError || held.some((one) => one.isError),
    retry: () => {
      void roles.refetch();
      for (const one of held) void one.refetch();
    },
  };
}
