import { Text } from '@mantine/core';
import { DeviceChecks } from '#core/commands/web/parts.tsx';
import { Conclusion } from '#core/device-app/web/parts.tsx';
import { numbersOf, useSensorTexts } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { qualityBands, qualityScore, qualitySensors, waterScore } from '../../common/derived/water-quality.ts';
import { api } from '../api.ts';
import { ScoreRing } from './drawings.tsx';
import classes from './Panels.module.css';
import { type PanelProps, ScaleBar, Value } from './parts.tsx';
import { useText } from './texts.ts';

/** The score of the water, its five values in their bands, and the last calibration. */
export function WaterQuality({ device }: PanelProps) {
  const t = useText();
  const { number } = useFormats();
  const { name } = useSensorTexts('swam');
  const values = numbersOf(device, qualitySensors);
  const worst = waterScore(values);
  return (
    <>
      <Panel title={t('quality.title')}>
        {worst ? (
          <Conclusion
            device={device}
            sensors={qualitySensors}
            severity={worst.severity}
            title={t(`quality.state.${worst.severity}`)}
            drawing={<ScoreRing score={worst.score} label={t('quality.score', { score: number(worst.score, 0) })} />}
          >
            <Text>{t('quality.decides', { sensor: name(worst.sensor) })}</Text>
            <Text size="sm" c="dimmed">
              {t('quality.how')}
            </Text>
          </Conclusion>
        ) : (
          <Text c="dimmed">{t('panel.none')}</Text>
        )}
      </Panel>
      <div className={classes.values}>
        {qualitySensors
          .filter((sensor) => device.values.some((value) => value.sensor === sensor))
          .map((sensor) => {
            const value = values[sensor];
            const score = value === undefined ? null : qualityScore(sensor, value);
            return (
              <div key={sensor}>
                <Value device={device} sensor={sensor} />
                <ScaleBar bands={qualityBands(sensor)} value={value} />
                {score && (
                  <Text size="xs" c="dimmed">
                    {t('quality.score', { score: number(score.score, 0) })}
                  </Text>
                )}
              </div>
            );
          })}
      </div>
      <DeviceChecks calls={api.check} device={device} app="swam" />
    </>
  );
}
