import { Alert, Box, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { serialIn } from '#core/devices/common/serial.ts';
import { Scanner } from '#core/devices/web/parts.tsx';
import { InstallPanel } from '#core/inventory/web/parts.tsx';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { devicePaths } from '../../common/device-paths.ts';
import { addDeviceAddress } from '../addresses.ts';
import { keptDevice } from '../kept-devices.ts';
import { useText } from '../texts.ts';
import { appsWith, type DeviceApp, deviceAppOf } from '../use-device-app.ts';

/** The address of the device with this serial number, of any app; null if the person cannot see one. */
async function addressOfDevice(serial: string): Promise<string | null> {
  const searched = appsWith(devicePaths.list).map(async (app) => {
    const list = { search: serial, limit: 20, total: false };
    const { data } = await deviceAppOf(app).calls.device.list.send({ list });
    const device = data.find((one) => one.serial === serial);
    if (!device) return null;
    // A device that was never connected is being installed: its first message is waited for.
    return `${deviceAddress(app, device)}${device.lastSeenAt ? '' : '?tab=connection'}`;
  });
  return (await Promise.all(searched)).find((address) => address !== null) ?? null;
}

/** The device with this serial number that was loaded before, where the server cannot be reached. */
function findKept(serial: string): (DeviceApp & { device: Device }) | undefined {
  return appsWith(devicePaths.list)
    .map((app) => ({ ...deviceAppOf(app), device: keptDevice(app, serial) }))
    .find((found): found is DeviceApp & { device: Device } => found.device !== undefined);
}

/** Leads from the label of a device to its page, or to the page that adds it. */
export function ScanPage() {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [searching, setSearching] = useState(false);
  const [missing, setMissing] = useState<{ serial: string; why: 'unknown' | 'offline' } | null>(null);
  const [installing, setInstalling] = useState<ReturnType<typeof findKept>>();

  /** Without a network, a new device is installed on this page, because its own page was not loaded. */
  function openKept(serial: string): void {
    const found = findKept(serial);
    setMissing(found ? null : { serial, why: 'offline' });
    if (!found) return;
    const { app, device, calls } = found;
    if (device.state === 'inventory' && currentDenial(calls.device.install.route.access) === null) setInstalling(found);
    else void navigate(deviceAddress(app, device));
  }

  async function find(label: string): Promise<void> {
    const serial = serialIn(label) ?? label.trim();
    setSearching(true);
    try {
      const [adds] = appsWith(devicePaths.add);
      const address =
        (await addressOfDevice(serial)) ?? (adds && `${addDeviceAddress(adds)}?serial=${encodeURIComponent(serial)}`);
      if (address) return void navigate(address, { replace: true });
      setMissing({ serial, why: 'unknown' });
    } catch (error) {
      if (error instanceof RequestError && error.word === 'unreachable') return openKept(serial);
      // The client has already shown the refusal.
      if (!(error instanceof RequestError)) notifyUnknownError(error);
      setMissing(null);
    } finally {
      setSearching(false);
    }
  }

  return (
    <PageFrame>
      <Box maw={sizes.form}>
        <Panel>
          <Stack>
            {missing && (
              <Alert variant="light" role="alert" title={t(`scan.${missing.why}`)}>
                {t(`scan.${missing.why}Text`, { serial: missing.serial })}
              </Alert>
            )}
            <Scanner key={missing?.serial} onFound={(label) => void find(label)} />
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (typed.trim()) void find(typed);
              }}
            >
              <Stack gap="xs">
                <TextInput
                  label={t('scan.serial')}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                  autoComplete="off"
                  maxLength={120}
                  dir="ltr"
                />
                <Button type="submit" variant="default" loading={searching}>
                  {t('scan.find')}
                </Button>
              </Stack>
            </form>
          </Stack>
        </Panel>
      </Box>
      {installing && (
        <InstallPanel
          calls={installing.calls.device}
          device={installing.device}
          onClose={() => setInstalling(undefined)}
        />
      )}
    </PageFrame>
  );
}
