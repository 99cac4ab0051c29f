import { useTranslation } from 'react-i18next';
import { registeredApps } from '../session/session.ts';
import { hasText, text } from './i18n.ts';

export type PermissionNames = {
  module(module: string): string;
  entity(module: string, entity: string): string;
  action(module: string, action: string): string;
};

/**
 * The names of modules, entities and actions: from the texts of their app, otherwise of any slice, otherwise their
 * keys. Suspends until the texts of all apps are loaded.
 */
export function usePermissionNames(): PermissionNames {
  useTranslation(registeredApps().map(({ id }) => id));
  const solution = (module: string) => registeredApps().find((app) => app.kind === 'solution' && app.id === module);
  const nameOf = (module: string, key: string, fallback: string) => {
    const app = solution(module);
    const spaces = [...(app ? [app.id] : []), ...registeredApps().map((one) => one.id)];
    const space = spaces.find((one) => hasText(one, key));
    return space ? text(space, key) : fallback;
  };
  return {
    module: (module) => {
      const app = solution(module);
      if (app) return hasText(app.id, 'app') ? text(app.id, 'app') : app.brand;
      return nameOf(module, `permissions.m_${module}`, module);
    },
    entity: (module, entity) => nameOf(module, `permissions.${entity}`, entity),
    action: (module, action) => nameOf(module, `permissions.${action}`, action),
  };
}
