import { ActionIcon, Button, Group, Menu, SimpleGrid, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CommandProgress, isUnfinished, useCommands } from '#core/commands/web/parts.tsx';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { notify } from '#platform/web/client/notices.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { currentDenial } from '#platform/web/session/session.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel as Card } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type PanelGroup, panelGroup } from '../../common/panel/group.ts';
import { panel as entity, type Panel } from '../../common/panel/panel.ts';
import type { ArmMode } from '../../common/panel/words.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { groupTones } from '../tones.ts';
import { DisarmButton } from './DisarmButton.tsx';
import { GroupForm } from './GroupForm.tsx';
import { useGroupName } from './names.ts';
import { type OpenZone, OpenZones, openZonesIn } from './OpenZones.tsx';

/** The groups of a panel: armed or not, since when, by whom, and what is open. `watched`: it is of another company. */
export function GroupTiles({ panel, watched = false }: { panel: Panel; watched?: boolean }) {
  const client = useQueryClient();
  const params = { panelId: panel.id };
  const query = useData(api.group.list, { params });
  const key = api.group.list.key({ params });
  useLive([`panel:${panel.id}`], () => refetchQueries(client, key), key);
  const groups = query.data;
  if (!groups) return <QueryBoundary of={query} />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {groups.map((group) => (
        <GroupTile key={group.id} panel={panel} group={group} watched={watched}>
          {watched ? (
            <GroupCommands panel={panel} group={group} watched />
          ) : (
            <OwnCommands panel={panel} group={group} />
          )}
        </GroupTile>
      ))}
    </SimpleGrid>
  );
}

type Refused = { mode: ArmMode; zones: readonly OpenZone[] };

function GroupTile({ panel, group, watched, children }: OfGroup & { watched: boolean; children: ReactNode }) {
  const t = useText();
  const nameOf = useGroupName();
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title={nameOf(group)}
      aside={
        <Group gap="xs">
          <StatusChip value={group.state} field="groupState" tones={groupTones} />
          {!watched && (
            <Can access={panelGroup.can('update')} on={{ resource: panel.structure?.id ?? null }}>
              <ActionIcon aria-label={t('editGroupNamed', { name: nameOf(group) })} onClick={() => setEditing(true)}>
                <IconPencil size={iconSizes.sm} aria-hidden />
              </ActionIcon>
            </Can>
          )}
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {group.stateAt ? <Ago at={group.stateAt} /> : t('stateUnknown')}
        {group.stateBy && <> · {t('by', { name: group.stateBy })}</>}
      </Text>
      <Text size="sm" mt={4}>
        {group.open.length > 0 ? t('openZones', { count: group.open.length }) : t('allClosed')}
      </Text>
      {group.schedule && (
        <Text size="sm" c="dimmed">
          {t('armedOutside', { schedule: group.schedule.name })}
        </Text>
      )}
      {children}
      {editing && <GroupForm group={group} companyId={panel.companyId} onClose={() => setEditing(false)} />}
    </Card>
  );
}

type OfGroup = { panel: Panel; group: PanelGroup };

/** Those of the own company, whose orders are followed until the panel has confirmed them. */
function OwnCommands(of: OfGroup) {
  const { recent } = useCommands(api.command, of.panel.id);
  return <GroupCommands {...of} recent={recent} />;
}

type CommandsProps = OfGroup & { recent?: ReturnType<typeof useCommands>['recent']; watched?: boolean };

/** Arms and disarms a group, and shows how far the order is. */
function GroupCommands({ panel, group, recent = [], watched = false }: CommandsProps) {
  const t = useText();
  const nameOf = useGroupName();
  const [refused, setRefused] = useState<Refused | null>(null);
  const send = useAction(api.group.command, {
    keyed: true,
    ...(watched ? { onDone: () => notify({ kind: 'info', message: t('ordered') }) } : {}),
  });
  // A security company has its abilities for all sites, and needs those of its contract as well.
  const resource = watched ? null : (panel.structure?.id ?? null);
  const may = (ability: 'arm' | 'disarm') => currentDenial(entity.can(ability), { resource }) === null;
  const mayArm = panel.arms && may('arm');
  const mayDisarm = watched ? panel.disarms && may('disarm') : mayArm;
  const sent = recent.find(
    ({ method, params }) =>
      (method === 'arm' || method === 'disarm') &&
      typeof params === 'object' &&
      params !== null &&
      'group' in params &&
      params.group === group.number,
  );
  const params = { panelId: panel.id, id: group.id };

  async function arm(mode: ArmMode, bypass: readonly number[] = []): Promise<void> {
    try {
      await send.ask({ params, body: { method: 'arm', params: { mode, bypass: [...bypass] } }, silent: true });
      setRefused(null);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const zones = openZonesIn(error);
      if (zones) setRefused({ mode, zones });
      else notify({ kind: 'error', message: errorMessage(error) });
    }
  }
  const isDisarmed = group.state === 'disarmed';
  const waits = sent !== undefined && isUnfinished(sent);
  return (
    <>
      {(isDisarmed ? mayArm : mayDisarm) && panel.transport === 'mqtt' && (
        <Group gap="xs" mt="sm">
          {isDisarmed ? (
            <ArmButton
              modes={group.modes}
              name={nameOf(group)}
              pending={send.pending || waits}
              onArm={(mode) => arm(mode)}
            />
          ) : panel.remoteDisarm ? (
            <DisarmButton
              panel={panel.name}
              name={nameOf(group)}
              pending={send.pending || waits}
              disarm={() => send.ask({ params, body: { method: 'disarm', params: {} }, silent: true })}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('remoteDisarmOff')}
            </Text>
          )}
        </Group>
      )}
      {panel.transport === 'sia' && !watched && (
        <Text size="sm" mt="sm">
          {t('siaTakesNone')}
        </Text>
      )}
      {sent && waits && <CommandProgress app="defcon" command={sent} />}
      {refused && (
        <OpenZones
          group={nameOf(group)}
          zones={refused.zones}
          pending={send.pending}
          onArm={(bypass) => arm(refused.mode, bypass)}
          onClose={() => setRefused(null)}
        />
      )}
    </>
  );
}

type ArmProps = { modes: readonly ArmMode[]; name: string; pending: boolean; onArm(mode: ArmMode): void };

/** Arms at once if there is one way, else asks how. */
function ArmButton({ modes, name, pending, onArm }: ArmProps) {
  const t = useText();
  const [only] = modes;
  if (modes.length === 1 && only)
    return (
      <Button loading={pending} onClick={() => onArm(only)} aria-label={t('armGroup', { name })}>
        {t(`arm.${only}`)}
      </Button>
    );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button loading={pending} aria-label={t('armGroup', { name })}>
          {t('armAs')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {modes.map((mode) => (
          <Menu.Item key={mode} onClick={() => onArm(mode)}>
            {t(`arm.${mode}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
