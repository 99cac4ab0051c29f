import { Group } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { mailPlanRoutes } from '#core/mail-plans/common/mail-plan.ts';
import { useMailPlanList } from '#core/mail-plans/web/parts.tsx';
import { PermissionGroupList } from '#core/permissions/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualPage } from '#platform/common/pages/placed-pages.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { AppLinkButton } from '#platform/web/ui/page/AppLinkButton.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { groupPaths } from '../../common/group-paths.ts';
import { useTabsOfApps } from '../group-tabs.ts';
import { useText } from '../texts.ts';
import { NotificationGroupList } from './NotificationGroupList.tsx';
import { addressesOf, editAddressOf, type GroupKind, groupSource, mayWithGroups, useAppsWithGroups } from './source.ts';

const permissionAddress = editAddressOf('permission');

/** The permission groups, notification groups and mail plans of all apps. */
export function GroupsPage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const apps = useAppsWithGroups();
  const { chosen } = useAppFilter(apps.notification);
  const reads = {
    permission: apps.permission.length > 0,
    notification: apps.notification.length > 0,
    schedule: usePermitted(mailPlanRoutes.list.access),
  };
  const kinds = (['permission', 'notification', 'schedule'] as const).filter((kind) => reads[kind]);
  const schedules = useMailPlanList({ apps: apps.notification, chosen });
  const kind = kinds.find((kind) => kind === params.get('kind')) ?? kinds[0];
  const app = params.get('app');
  const ofApps = useTabsOfApps(app ? chosen : apps.notification);
  return (
    <PageFrame
      fill
      title={t('groups.title')}
      tabs={[...kinds.map((value) => ({ value, label: t(`groups.tabs.${value}`) })), ...ofApps]}
      {...(kind ? { tab: kind } : {})}
      // The app stays; search and other filters belong to one list.
      onTab={(value) => setParams({ ...(app ? { app } : {}), kind: value })}
      action={kind === 'schedule' ? schedules.add : kind && <Actions apps={apps[kind]} kind={kind} />}
    >
      {kind === 'schedule' ? (
        schedules.list
      ) : kind === 'notification' ? (
        <NotificationGroupList
          key={kind}
          apps={apps.notification}
          emptyAction={<CreateButton apps={apps.notification} kind={kind} />}
        />
      ) : (
        <PermissionGroupList
          apps={apps.permission}
          addressOf={permissionAddress}
          emptyAction={<CreateButton apps={apps.permission} kind="permission" />}
        />
      )}
    </PageFrame>
  );
}

type KindProps = { apps: readonly AppManifest[]; kind: GroupKind };
type Addresses = ReturnType<typeof addressesOf>;

/** The pages of the chosen apps on which the person may do this with groups. */
function useTargets({ apps, kind }: KindProps, action: string, path: string, addressOf: (of: Addresses) => string) {
  const { chosen } = useAppFilter(apps);
  return chosen
    .filter((app) => usualPage(app, path) && mayWithGroups(app, kind, action))
    .flatMap((app) => {
      const source = groupSource(app);
      return source ? [{ app, to: addressOf(addressesOf(source)) }] : [];
    });
}

function CreateButton({ apps, kind }: KindProps) {
  const t = useText();
  const targets = useTargets({ apps, kind }, 'create', groupPaths.create, (of) => of.create(kind));
  return (
    <AppLinkButton targets={targets} leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}>
      {t('groups.create')}
    </AppLinkButton>
  );
}

function Actions({ apps, kind }: KindProps) {
  const t = useText();
  const targets = useTargets({ apps, kind }, 'update', groupPaths.addUser, ({ addUser }) => addUser);
  return (
    <Group gap="xs">
      <AppLinkButton targets={targets} variant="default" leftSection={<IconUserPlus size={iconSizes.sm} aria-hidden />}>
        {t('groups.addUser')}
      </AppLinkButton>
      <CreateButton apps={apps} kind={kind} />
    </Group>
  );
}
