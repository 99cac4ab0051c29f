import { Button, Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalPeriodInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import type { GrantWithSecrets } from '../../common/grant.ts';
import { type OfflineType, offlineCodes, offlineTypes } from '../../common/offline-codes.ts';
import { GivenSecrets } from '../GivenSecrets.tsx';
import { Notice } from '../Notice.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

const hourMs = 3_600_000;

/** Opens the form for an offline code, if the model of the lock computes such codes. */
export function OfflineCodeButton({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { app, calls } = useAccess();
  const [opened, setOpened] = useState(false);
  if (!app.access?.models[device.hardware.id]?.offlineCodes) return null;
  return (
    <Can access={calls.offlineCode.create.route.access} on={{ resource: device.structure?.id ?? null }}>
      <Button
        variant="default"
        leftSection={<IconWifiOff size={iconSizes.md} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('actions.offlineCode')}
      </Button>
      {opened && <OfflineCodePanel device={device} onClose={() => setOpened(false)} />}
    </Can>
  );
}

type Props = { device: DeviceDetail; onClose(): void };

/** Makes a code that the lock computes itself. The person confirms that it cannot be revoked. */
function OfflineCodePanel({ device, onClose }: Props) {
  const t = useText();
  const { date } = useFormats();
  const [given, setGiven] = useState<GrantWithSecrets>();
  return (
    <SidePanel title={t('actions.offlineCode')} onClose={onClose}>
      {given ? (
        <Stack>
          <GivenSecrets secrets={given.secrets} />
          <Text>{t('offline.window', { from: date(given.from), to: date(given.to) })}</Text>
          <Text>{t('offline.firstUse', { hours: offlineCodes.activationHours })}</Text>
        </Stack>
      ) : (
        <CodeForm device={device} onGiven={setGiven} />
      )}
    </SidePanel>
  );
}

type FormProps = { device: DeviceDetail; onGiven(grant: GrantWithSecrets): void };

function CodeForm({ device, onGiven }: FormProps) {
  const t = useText();
  const { calls } = useAccess();
  const { label, has } = useLabels('access');
  const [type, setType] = useState<OfflineType>('once');
  const [period, setPeriod] = useState(() => ({ from: localTime(Date.now()), to: localTime(Date.now() + hourMs) }));
  const [note, setNote] = useState('');
  const [understood, setUnderstood] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const create = useAction(calls.offlineCode.create, {
    keyed: true,
    onDone: onGiven,
    onError: (error) => {
      if (!(error instanceof RequestError)) return;
      const text = (msg: string) => label(has(`validation.${msg}`) ? `validation.${msg}` : 'validation.invalid');
      setErrors(Object.fromEntries(error.errors.map(({ param, msg }) => [param, text(msg)])));
    },
  });
  const [begins, ends] = [localInstant(period.from), localInstant(period.to)];
  const send = () => {
    setErrors({});
    if (begins && ends && understood)
      create.run({ params: { id: device.id }, body: { type, from: begins, to: ends, note, understood } });
  };
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Notice color="orange" title={t('actions.offlineCode')}>
        {t('offline.hint')}
      </Notice>
      <Select
        label={t('fields.offlineType')}
        data={offlineTypes.map((value) => ({ value, label: t(`values.offlineType.${value}`) }))}
        value={type}
        allowDeselect={false}
        onChange={(value) => setType(value as OfflineType)}
      />
      <LocalPeriodInput
        value={period}
        onChange={(changes) => setPeriod({ ...period, ...changes })}
        labels={{ from: t('fields.from'), to: t('fields.to') }}
        errors={errors}
      />
      <TextInput
        label={t('fields.forWhom')}
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Checkbox
        label={t('fields.understood')}
        checked={understood}
        onChange={(event) => setUnderstood(event.target.checked)}
      />
      <Button type="submit" loading={create.pending} disabled={!understood || !begins || !ends}>
        {t('actions.makeCode')}
      </Button>
    </Stack>
  );
}
