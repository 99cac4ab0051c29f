import { Text } from '@mantine/core';
import { useSensorTexts, ValueTiles } from '#core/devices/web/parts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { indoorAir, indoorSensors } from '../../common/derived/indoor-air.ts';
import { Dial } from './drawings.tsx';
import { Conclusion, numbersOf, type PanelProps } from './parts.tsx';
import { useText } from './texts.ts';

/** The dial of the indoor air with its worst cause and an advice, and the values. */
export function IndoorAir({ device }: PanelProps) {
  const t = useText();
  const { name } = useSensorTexts('swam');
  const air = indoorAir(numbersOf(device));
  return (
    <>
      <Panel title={t('indoor.title')}>
        {air ? (
          <Conclusion
            device={device}
            sensors={indoorSensors}
            severity={air.severity}
            title={t(`indoor.state.${air.severity}`)}
            drawing={<Dial position={air.position} label={t(`indoor.state.${air.severity}`)} />}
          >
            <Text>
              {air.severity === 'good' ? t('indoor.allGood') : t('indoor.cause', { sensor: name(air.cause) })}
            </Text>
            <Text size="sm" c="dimmed">
              {t(air.severity === 'good' ? 'indoor.advice.good' : adviceOf(air.cause))}
            </Text>
          </Conclusion>
        ) : (
          <Text c="dimmed">{t('panel.none')}</Text>
        )}
      </Panel>
      <ValueTiles device={device} app="swam" only={indoorSensors} />
    </>
  );
}

const adviceOf = (cause: string) =>
  cause === 'pm25'
    ? 'indoor.advice.pm25'
    : cause === 'tvoc'
      ? 'indoor.advice.tvoc'
      : cause === 'humidity'
        ? 'indoor.advice.humidity'
        : 'indoor.advice.co2';
