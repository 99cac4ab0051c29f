import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { siteSettings } from '#platform/web/site-settings.ts';
import { PageTabs } from '#platform/web/ui/page/PageFrame.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import {
  arduinoSketch,
  httpCommand,
  mqttCommand,
  type PublishTarget,
  telemetryPath,
} from '../../common/models/publish-examples.ts';
import { useText } from '../texts.ts';
import { CodeBlock } from './CodeBlock.tsx';

const ways = ['mqtt', 'http', 'arduino', 'lorawan'] as const;
type Way = (typeof ways)[number];

const defaultPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/** The MQTT server of the installation; on a development server, which has no settings, that of this host. */
function mqttServer(): PublishTarget['mqtt'] {
  const { protocol, hostname, port } = new URL(siteSettings?.mqttUrl ?? `mqtt://${window.location.hostname}`);
  return { host: hostname, port: Number(port) || (defaultPorts[protocol] ?? 1883), tls: protocol === 'mqtts:' };
}

/** How a device sends messages, ready to be copied. `secret` is filled in once it was made. */
export function PublishExamples({ device, secret }: { device: DeviceDetail; secret: string | null }) {
  const t = useText();
  const [way, setWay] = useState<Way>('mqtt');
  const values = device.exampleValues;
  const target: PublishTarget = {
    mqtt: mqttServer(),
    origin: window.location.origin,
    name: device.serial,
    secret: secret ?? 'SECRET',
    values,
  };
  return (
    <Stack gap="sm">
      <PageTabs
        variant="pills"
        label={t('connection.ways')}
        tabs={ways.map((value) => ({ value, label: t(`connection.way.${value}`) }))}
        tab={way}
        onTab={(value) => setWay(value as Way)}
      />
      {!secret && (
        <Text size="sm" c="dimmed">
          {t('connection.secretMissing')}
        </Text>
      )}
      {way === 'mqtt' && <CodeBlock label={t('connection.terminal')} text={mqttCommand(target)} />}
      {way === 'http' && <CodeBlock label={t('connection.terminal')} text={httpCommand(target)} />}
      {way === 'arduino' && (
        <CodeBlock label={t('connection.sketch')} text={arduinoSketch(target, device.reportEverySeconds)} />
      )}
      {way === 'lorawan' && (
        <>
          <Text size="sm">{t('connection.lorawanText')}</Text>
          <CodeBlock label={t('connection.lorawanAddress')} text={`${target.origin}${telemetryPath}`} />
          <CodeBlock label={t('connection.lorawanUser')} text={`${target.name}:${target.secret}`} />
          <CodeBlock label={t('connection.lorawanBody')} text={JSON.stringify({ values })} />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t('connection.keysHint')}
      </Text>
    </Stack>
  );
}
