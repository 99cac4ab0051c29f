import { notify } from '#platform/web/client/notices.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { csvOf } from '#platform/web/ui/list/export/csv.ts';
import { download } from '#platform/web/ui/list/export/download.ts';
import { useText } from './api.ts';
import { type RegisteredPermission, roleName, type useRoles } from './use-registry.ts';

type Roles = ReturnType<typeof useRoles>['roles'];

/** Saves the permissions as CSV, with what the caller has and what each role can have. */
export function useRegistryExport(permissions: readonly RegisteredPermission[], roles: Roles, file: string) {
  const t = useText();
  const kit = useKitText();
  const yes = (holds: boolean) => kit(holds ? 'actions.yes' : 'actions.no');
  return () => {
    const head = [
      t('registry.module'),
      t('registry.entity'),
      t('registry.permission'),
      t('registry.key'),
      t('registry.mine'),
      ...roles.map((role) => t(`values.role.${roleName(role)}`)),
    ];
    const rows = permissions.map((one) => [
      one.module.name,
      one.entity,
      one.action,
      one.key,
      yes(one.mine !== null),
      ...roles.map((role) => yes(role.held.has(one.key))),
    ]);
    if (!download(file, csvOf([head, ...rows])))
      notify({ kind: 'negative', message: kit('notifications.downloadDenied') });
  };
}
