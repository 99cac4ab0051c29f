import { Alert, Box, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { serialIn } from '#core/devices/common/serial.ts';
import { Scanner } from '#core/devices/web/parts.tsx';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { addAddress } from './addresses.ts';
import { useText } from './texts.ts';
import { appsWith, deviceAppOf } from './use-device-app.ts';

/** The address of the device with this serial number, of any app; null if the person sees none. */
async function addressOfDevice(serial: string): Promise<string | null> {
  const searched = appsWith('devices/list').map(async (app) => {
    const list = { search: serial, limit: 20, total: false };
    const { data } = await deviceAppOf(app).calls.device.list.send({ list });
    const device = data.find((one) => one.serial === serial);
    return device ? deviceAddress(app, device) : null;
  });
  return (await Promise.all(searched)).find((address) => address !== null) ?? null;
}

/** Leads from the label of a device to its page, or to the page that adds it. */
export function ScanPage() {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [searching, setSearching] = useState(false);
  const [unknown, setUnknown] = useState<string | null>(null);

  async function find(label: string): Promise<void> {
    const serial = serialIn(label) ?? label.trim();
    setSearching(true);
    try {
      const [adds] = appsWith('devices/add');
      const address =
        (await addressOfDevice(serial)) ?? (adds && `${addAddress(adds)}?serial=${encodeURIComponent(serial)}`);
      if (address) return void navigate(address, { replace: true });
      setUnknown(serial);
    } catch (error) {
      // The connection has shown the refusal.
      if (!(error instanceof RequestError)) notifyUnknownError(error);
      setUnknown(null);
    } finally {
      setSearching(false);
    }
  }

  return (
    <PageFrame>
      <Box maw={sizes.form}>
        <Panel>
          <Stack>
            {unknown !== null && (
              <Alert color="orange" variant="light" role="alert" title={t('scan.unknown')}>
                {t('scan.unknownText', { serial: unknown })}
              </Alert>
            )}
            <Scanner key={unknown} onFound={(label) => void find(label)} />
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
    </PageFrame>
  );
}
