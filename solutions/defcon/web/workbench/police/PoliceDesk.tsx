import { Button, Group, Kbd, Select, Title } from '@mantine/core';
import { IconArrowForwardUp, IconShield } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useAlarmAction } from '#core/alarms/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { IncidentFile } from '../../../common/incidents/incident-file.ts';
import { api } from '../../api.ts';
import { usePoliceName } from '../../police/use-police-name.ts';
import { useText } from '../../texts.ts';
import classes from '../Workbench.module.css';

type Props = { alarm: AlarmDetail; file: IncidentFile };

/** For a headquarters that has to act: it forwards the incident to one of its stations. A customer calls the police itself, where it may. */
export function PoliceDesk({ alarm, file }: Props) {
  const { send, pending } = useAlarmAction(alarm, 'escalate-police');
  const role = alarm.desk?.mine ? alarm.desk.role : (alarm.party?.role ?? 'owner');
  if (!send) return null;
  if (role === 'hq')
    return (
      <Forward
        of={alarm.subject.name}
        file={file}
        pending={pending}
        onForward={(stationId) => void send({ stationId })}
      />
    );
  return role === 'owner' && file.acceptsCustomers ? (
    <CallPolice of={alarm.subject.name} pending={pending} onCall={() => send({})} />
  ) : null;
}

/** The key that calls the police, as the security company has it. */
const forwardKey = 'p';
const active = { kind: 'local', status: 'active', limit: '100' } as const;

type ForwardProps = { of: string; file: IncidentFile; pending: boolean; onForward(stationId: number): void };

function Forward({ of, file, pending, onForward }: ForwardProps) {
  const t = useText();
  const nameOf = usePoliceName();
  const [chosen, setChosen] = useState(file.station?.id ?? null);
  const { data: found } = useData(api.locality.list, { query: active }, { silent: true });
  const stations = found?.data ?? [];
  const choice = useRef<HTMLInputElement>(null);
  const forward = () => (chosen === null ? choice.current?.focus() : onForward(chosen));
  useShortcut(forwardKey, t('workbench.forward'), forward, { of, enabled: !pending });
  return (
    <section className={classes.part}>
      <Title order={3}>{t('workbench.forward')}</Title>
      <Group gap="xs" align="end" wrap="wrap">
        <Select
          ref={choice}
          label={t('workbench.station')}
          data={stations.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          value={chosen === null ? null : String(chosen)}
          onChange={(id) => setChosen(id === null ? null : Number(id))}
          flex={1}
        />
        <Button
          loading={pending}
          disabled={chosen === null}
          leftSection={<IconArrowForwardUp size={iconSizes.sm} aria-hidden />}
          rightSection={<Kbd aria-hidden>{forwardKey.toUpperCase()}</Kbd>}
          onClick={forward}
        >
          {t('workbench.forwardNow')}
        </Button>
      </Group>
    </section>
  );
}

type CallProps = { of: string; pending: boolean; onCall(): Promise<boolean> };

function CallPolice({ of, pending, onCall }: CallProps) {
  const t = useText();
  const [asks, setAsks] = useState(false);
  useShortcut(forwardKey, t('actions.escalate-police'), () => setAsks(true), { of });
  return (
    <section className={classes.part}>
      <Button
        loading={pending}
        leftSection={<IconShield size={iconSizes.sm} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        {t('actions.escalate-police')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('actions.escalate-police')}
        message={t('workbench.callText')}
        confirmLabel={t('actions.escalate-police')}
        danger={false}
        pending={pending}
        onConfirm={() => void onCall().then(() => setAsks(false))}
        onCancel={() => setAsks(false)}
      />
    </section>
  );
}
