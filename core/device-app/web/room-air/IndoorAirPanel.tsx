import { Text } from '@mantine/core';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { numbersOf, useSensorTexts, ValueTiles } from '#core/devices/web/parts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { indoorAir, indoorSensors } from '../../common/indoor-air.ts';
import { Conclusion } from './Conclusion.tsx';
import { Dial } from './Dial.tsx';
import { useText } from './texts.ts';

/** The dial of the indoor air with its worst cause and an advice, and the values of a device of the app. */
export function IndoorAirPanel({ app, device }: { app: string; device: DeviceDetail }) {
  const t = useText();
  const { name } = useSensorTexts(app);
  const air = indoorAir(numbersOf(device));
  return (
    <>
      <Panel title={t('title')}>
        {air ? (
          <Conclusion
            device={device}
            sensors={indoorSensors}
            severity={air.severity}
            title={t(`state.${air.severity}`)}
            drawing={<Dial position={air.position} label={t(`state.${air.severity}`)} />}
          >
            <Text>{air.severity === 'good' ? t('allGood') : t('cause', { sensor: name(air.cause) })}</Text>
            <Text size="sm" c="dimmed">
              {t(air.severity === 'good' ? 'advice.good' : adviceOf(air.cause))}
            </Text>
          </Conclusion>
        ) : (
          <Text c="dimmed">{t('none')}</Text>
        )}
      </Panel>
      <ValueTiles device={device} app={app} only={indoorSensors} />
    </>
  );
}

const adviceOf = (cause: string) =>
  cause === 'pm25'
    ? 'advice.pm25'
    : cause === 'tvoc'
      ? 'advice.tvoc'
      : cause === 'humidity'
        ? 'advice.humidity'
        : 'advice.co2';
