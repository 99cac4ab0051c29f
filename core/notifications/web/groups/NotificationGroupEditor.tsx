import { Chip, Group, Switch, Text } from '@mantine/core';
import { type PersonMethod, personMethods } from '#core/alarms/common/alarm-notification.ts';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { GroupDetails, GroupStructures, PeoplePick } from '#core/permissions/web/parts.tsx';
import { StructuresPick } from '#core/places/web/parts.tsx';
import type { BodyIn } from '#platform/common/route.ts';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useOptimistic } from '#platform/web/client/optimistic.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import type { NotificationGroup } from '../../common/notification-group.ts';
import { useText } from '../texts.ts';
import { MutePanel } from './MutePanel.tsx';
import { NotificationMatrix } from './NotificationMatrix.tsx';
import { NotificationPreview } from './NotificationPreview.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import type { NotificationSource } from './source.ts';
import { WebhookEvents } from './WebhookEvents.tsx';
import { WebhookPanel } from './WebhookPanel.tsx';

/** Edits a notification group. Every switch is saved at once and reset if that fails. */
export function NotificationGroupEditor({ source, group }: { source: NotificationSource; group: NotificationGroup }) {
  const { app, notification: calls } = source;
  const t = useText();
  const { kind, className } = useAlarmTexts(app);
  const may = usePermitted(calls.update.route.access);
  const update = useAction(calls.update);
  const params = { id: group.id };
  const change = (body: NonNullable<BodyIn<RouteOf<typeof calls.update>>>) =>
    update.ask({ params, body, silent: 'success' });
  const offeredKinds = useData(calls.params, {}, { staleTime: 300_000 });
  const [notifications, setNotifications] = useOptimistic(
    group.notifications,
    async (notifications) => (await change({ notifications })).notifications,
  );
  return (
    <Panels>
      <Panels sideBySide>
        <Panel title={t('groups.details')}>
          <GroupDetails before={group} disabled={!may} save={(body) => update.ask({ params, body })} />
        </Panel>
        <Panel title={t('groups.people')}>
          <PeoplePick
            of={calls.users}
            members={group.users}
            disabled={!may}
            save={async (users) => (await change({ users })).users}
            aside={(person) => <NotifiedSwitch calls={calls} group={group} personId={person.id} disabled={!may} />}
          />
        </Panel>
      </Panels>
      <Panels sideBySide>
        <Panel title={t('groups.structures')}>
          <GroupStructures
            resources={group.resources}
            disabled={!may}
            save={async (resources) => (await change({ resources })).resources}
            picker={(props) => <StructuresPick {...props} companyId={group.companyId} />}
          />
        </Panel>
        <MutePanel calls={calls} group={group} disabled={!may} />
      </Panels>
      <Panel title={t('groups.notifiedOf')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('groups.smsHint')}
        </Text>
        <Panels sideBySide>
          {offeredKinds.data?.types.map(({ type, kinds }) => (
            <NotificationMatrix
              key={type}
              class={type}
              label={className(type)}
              kinds={kinds}
              name={kind}
              notifications={notifications}
              onChange={setNotifications}
              disabled={!may}
            />
          ))}
        </Panels>
      </Panel>
      <NotificationSettings calls={calls} group={group} disabled={!may} />
      <Panels sideBySide>
        <NotificationPreview source={source} group={group} />
        <WebhookPanel
          calls={source.webhook}
          groupId={group.id}
          disabled={!may}
          events={
            <WebhookEvents
              calls={calls}
              app={app.id}
              events={group.events}
              disabled={!may}
              save={async (events) => (await change({ events })).events}
            />
          }
        />
      </Panels>
    </Panels>
  );
}

type NotifiedSwitchProps = {
  calls: NotificationSource['notification'];
  group: NotificationGroup;
  personId: number;
  disabled: boolean;
};

/** Enables and disables the notifications of one member, as a whole and by method. */
function NotifiedSwitch({ calls, group, personId, disabled }: NotifiedSwitchProps) {
  const t = useText();
  const disable = useAction(calls.disableUser);
  const member = group.users.find((user) => user.id === personId);
  if (!member) return null;
  const set = (notifications: boolean, method?: PersonMethod) =>
    disable.run({
      params: { id: group.id },
      body: { userId: personId, disabled: !notifications, ...(method ? { method } : {}) },
      silent: 'success',
    });
  return (
    <Group gap="xs">
      {!member.disabled &&
        personMethods.map((method) => (
          <Chip
            key={method}
            size="xs"
            checked={member.notifications[method]}
            disabled={disabled || disable.pending}
            onChange={(notifications) => set(notifications, method)}
          >
            {t(`values.method.${method}`)}
          </Chip>
        ))}
      <Switch
        size="xs"
        label={t('groups.notified')}
        checked={!member.disabled}
        disabled={disabled || disable.pending}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </Group>
  );
}
