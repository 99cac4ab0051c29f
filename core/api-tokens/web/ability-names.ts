import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';

/** The names of abilities (`app.entity.action`), with that of their app. Suspends until the texts of all apps are loaded. */
export function useAbilityNames() {
  const names = usePermissionNames();
  return (ability: string): { app: string; name: string } => {
    const [app = '', entity = '', action = ''] = ability.split('.');
    return { app: names.module(app), name: `${names.entity(app, entity)}: ${names.action(app, action)}` };
  };
}
