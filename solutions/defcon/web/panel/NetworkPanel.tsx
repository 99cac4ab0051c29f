import { Button, Group, Modal, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Command, command } from '#core/commands/common/command.ts';
import { CommandProgress, isUnfinished } from '#core/commands/web/parts.tsx';
import { deviceTopic } from '#core/devices/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel as Frame } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { commands, networks } from '../../common/commands.ts';
import type { Panel } from '../../common/panel/panel.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The network on which a panel reports: which it receives, joining one, and switching to another. */
export function NetworkPanel({ panel }: { panel: Panel }) {
  const t = useText();
  const client = useQueryClient();
  const [looking, setLooking] = useState(false);
  const [joining, setJoining] = useState<string | null>(null);
  const [switching, setSwitching] = useState(false);
  const [sent, setSent] = useState<Command | null>(null);
  const params = { id: panel.id };
  const key = api.panel.wifiScan.key({ params });
  const scan = useData(api.panel.wifiScan, { params }, { enabled: looking });
  useLive(
    [deviceTopic(panel.id)],
    ({ type, data }) => {
      const { data: changed } = type === 'command' ? command.safeParse(data) : { data: undefined };
      if (!changed) return;
      if (looking && changed.method === 'wifi-scan' && !isUnfinished(changed)) refetchQueries(client, key);
      setSent((before) => (before?.id === changed.id ? changed : before));
    },
    key,
  );
  const look = () => (looking ? refetchQueries(client, key) : setLooking(true));
  const found = scan.data;
  const isLooking = found ? isUnfinished(found.command) : scan.isFetching;
  return (
    <Frame
      title={t('network.title')}
      aside={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={look} loading={isLooking}>
            {t('network.look')}
          </Button>
          <Button variant="default" size="xs" onClick={() => setSwitching(true)}>
            {t('network.switch')}
          </Button>
        </Group>
      }
    >
      <Stack gap="sm">
        {found?.scan?.networks.length === 0 && <Text size="sm">{t('network.none')}</Text>}
        {found?.scan?.networks.map(({ ssid, rssi, security }) => (
          <Group key={`${ssid} ${rssi}`} justify="space-between" wrap="nowrap">
            <div>
              <bdi>{ssid}</bdi>
              <Text size="sm" c="dimmed">
                <bdi>{[security, rssi === null ? null : `${rssi} dBm`].filter(Boolean).join(' · ')}</bdi>
              </Text>
            </div>
            <Button variant="default" size="xs" onClick={() => setJoining(ssid)}>
              {t('network.join')}
            </Button>
          </Group>
        ))}
        {sent ? <CommandProgress command={sent} app="defcon" /> : <Text size="sm">{t('network.hint')}</Text>}
      </Stack>
      {joining !== null && (
        <JoinForm panelId={panel.id} ssid={joining} onSent={setSent} onClose={() => setJoining(null)} />
      )}
      {switching && <SwitchForm panelId={panel.id} onSent={setSent} onClose={() => setSwitching(false)} />}
    </Frame>
  );
}

type FormProps = { panelId: number; onSent(sent: Command): void; onClose(): void };

function JoinForm({ panelId, ssid, onSent, onClose }: FormProps & { ssid: string }) {
  const t = useText();
  const join = useAction(api.panel.wifiJoin, { keyed: true, onDone: onSent });
  const form = useEntityForm(commands['wifi-join'].params, {
    namespace: 'defcon',
    initial: { ssid, password: '' },
    save: (body) => join.ask({ params: { id: panelId }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('network.join')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('ssid')} maxLength={32} />
        <PasswordInput
          {...form.field('password')}
          maxLength={63}
          autoComplete="off"
          description={t('network.passwordHint')}
          data-autofocus
        />
      </EntityForm>
    </SidePanel>
  );
}

function SwitchForm({ panelId, onSent, onClose }: FormProps) {
  const t = useText();
  const change = useAction(api.panel.networkSwitch, {
    keyed: true,
    onDone(sent) {
      onSent(sent);
      onClose();
    },
  });
  const [path, setPath] = useState<(typeof networks)[number]>('ethernet');
  return (
    <Modal opened onClose={onClose} title={t('network.switch')}>
      <Stack>
        <Select
          label={t('settings.path')}
          value={path}
          data={networks.map((value) => ({ value, label: t(`values.network.${value}`) }))}
          allowDeselect={false}
          onChange={(value) => setPath(networks.find((one) => one === value) ?? path)}
          description={t('network.switchHint')}
        />
        <Button loading={change.pending} onClick={() => change.run({ params: { id: panelId }, body: { path } })}>
          {t('network.switch')}
        </Button>
      </Stack>
    </Modal>
  );
}
