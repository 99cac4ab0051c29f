import { Skeleton, Text } from '@mantine/core';
import { Suspense } from 'react';
import type { BodyIn } from '#platform/common/route.ts';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useOptimistic } from '#platform/web/client/optimistic.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import type { PermissionGroup } from '../common/permission-group.ts';
import { useText } from './api.ts';
import { GroupDetails } from './GroupDetails.tsx';
import { GroupPeople } from './GroupPeople.tsx';
import { GroupStructures, type StructuresPicker } from './GroupStructures.tsx';
import type { PermissionGroupSource } from './group-calls.ts';
import { PermissionMatrix } from './PermissionMatrix.tsx';

type Props = {
  source: PermissionGroupSource;
  group: PermissionGroup;
  /** Places belong to another slice, so the caller provides the picker of structures. */
  structures: StructuresPicker;
};

/** Who may do what, where. Every switch is saved at once and reverted if that failed. */
export function PermissionGroupEditor({ source, group, structures }: Props) {
  const { app, calls } = source;
  const t = useText();
  const may = usePermitted(calls.update.route.access);
  const update = useAction(calls.update);
  const params = { id: group.id };
  const change = (body: NonNullable<BodyIn<RouteOf<typeof calls.update>>>) =>
    update.ask({ params, body, silent: 'success' });
  const metadata = useData(calls.metadata, {}, { staleTime: 300_000 });
  const available = Object.fromEntries(
    (metadata.data ?? []).map(({ entity, actions }) => [entity, actions.map((one) => one.action)]),
  );
  const [granted, grant] = useOptimistic(
    group.permissions,
    async (permissions) => (await change({ permissions })).permissions,
  );
  return (
    <Panels>
      <Panels sideBySide>
        <Panel title={t('group.details')}>
          <GroupDetails before={group} disabled={!may} save={(body) => update.ask({ params, body })} />
        </Panel>
        <Panel title={t('fields.users')}>
          <GroupPeople of={calls.users} group={group} disabled={!may} change={change} />
        </Panel>
      </Panels>
      <Panel title={t('fields.permissions')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('group.matrixHint')}
        </Text>
        <Suspense fallback={<Skeleton h={sizes.chart} />}>
          <PermissionMatrix module={app.id} available={available} granted={granted} onChange={grant} disabled={!may} />
        </Suspense>
      </Panel>
      <Panel title={t('fields.resources')}>
        <GroupStructures
          resources={group.resources}
          picker={structures}
          disabled={!may}
          save={async (resources) => (await change({ resources })).resources}
        />
      </Panel>
    </Panels>
  );
}
