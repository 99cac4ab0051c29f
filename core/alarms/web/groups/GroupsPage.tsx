import { Button, Group } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { PermissionGroupList } from '#core/permissions/web/parts.tsx';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { mailPlanRoutes } from '../../common/mail-plan.ts';
import { useMailPlanList } from '../mail-plans/MailPlanList.tsx';
import { useText } from '../texts.ts';
import { NotificationGroupList } from './NotificationGroupList.tsx';
import { addressesOf, type GroupKind, type GroupSource, useGroupSource } from './source.ts';

/** The permission groups, notification groups and mail plans of an app. */
export function GroupsPage() {
  const source = useGroupSource();
  const t = useText();
  const [params, setParams] = useSearchParams();
  const reads = {
    permission: usePermitted(source.permission.list.route.access),
    notification: usePermitted(source.notification.list.route.access),
    schedule: usePermitted(mailPlanRoutes.list.access),
  };
  const kinds = (['permission', 'notification', 'schedule'] as const).filter((kind) => reads[kind]);
  const schedules = useMailPlanList({ app: source.app, people: source.notification.users });
  const kind = kinds.find((kind) => kind === params.get('kind')) ?? kinds[0];
  return (
    <PageFrame
      fill
      title={t('groups.title')}
      tabs={kinds.map((value) => ({ value, label: t(`groups.tabs.${value}`) }))}
      {...(kind ? { tab: kind } : {})}
      // Search and filters are not kept: they belong to one list.
      onTab={(value) => setParams({ kind: value })}
      action={kind === 'schedule' ? schedules.add : kind && <Actions source={source} kind={kind} />}
    >
      {kind === 'schedule' ? (
        schedules.list
      ) : kind === 'notification' ? (
        <NotificationGroupList source={source} emptyAction={<CreateButton source={source} kind="notification" />} />
      ) : (
        <PermissionGroupList
          source={{ app: source.app, calls: source.permission }}
          address={addressesOf(source).edit('permission')}
          emptyAction={<CreateButton source={source} kind="permission" />}
        />
      )}
    </PageFrame>
  );
}

type GroupKindProps = { source: GroupSource; kind: GroupKind };

function CreateButton({ source, kind }: GroupKindProps) {
  const t = useText();
  return (
    <Can access={source[kind].create.route.access}>
      <Button
        component={Link}
        to={addressesOf(source).create(kind)}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
      >
        {t('groups.create')}
      </Button>
    </Can>
  );
}

function Actions({ source, kind }: GroupKindProps) {
  const t = useText();
  return (
    <Group gap="xs">
      <Can access={source[kind].update.route.access}>
        <Button
          variant="default"
          component={Link}
          to={addressesOf(source).addUser}
          leftSection={<IconUserPlus size={iconSizes.sm} aria-hidden />}
        >
          {t('groups.addUser')}
        </Button>
      </Can>
      <CreateButton source={source} kind={kind} />
    </Group>
  );
}
