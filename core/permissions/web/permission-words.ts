import { useCallback } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { hasText, text } from '#platform/web/i18n/i18n.ts';
import { knownApps } from '#platform/web/session/session.ts';

const own = 'permissions';

/** The first of these places that has the text. */
function wordIn(spaces: readonly string[], key: string): string | undefined {
  const space = spaces.find((one) => hasText(one, key));
  return space && text(space, key);
}

export type PermissionWords = {
  module(module: string): string;
  entity(module: string, entity: string): string;
  action(module: string, action: string): string;
};

/** What modules, entities and actions are called: by the app that has them, else by this slice, else by their keys. */
export function usePermissionWords(): PermissionWords {
  // Only to follow the language.
  const { language } = useFormats();
  const word = useCallback(
    (module: string, key: string, otherwise: string) => {
      const app = knownApps().find((one) => one.id === module);
      const found = wordIn([...(app?.kind === 'solution' ? [app.id] : []), own, ...(app?.needs ?? [])], key);
      return language && found ? found : otherwise;
    },
    [language],
  );
  return {
    module: (module) => {
      const app = knownApps().find((one) => one.id === module && one.kind === 'solution');
      return app ? (wordIn([app.id], 'app') ?? app.brand) : word(module, `modules.${module}`, module);
    },
    entity: (module, entity) => word(module, `permissions.${entity}`, entity),
    action: (module, action) => word(module, `permissions.${action}`, action),
  };
}

const usual = ['read', 'create', 'update', 'delete'];

/** Seeing comes first, then the ordinary changes, then what is special. */
export const byUse = (one: string, other: string): number => {
  const rank = (action: string) => (usual.includes(action) ? usual.indexOf(action) : usual.length);
  return rank(one) - rank(other);
};
