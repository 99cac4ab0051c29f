import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { DeviceChecks } from '#core/commands/web/parts.tsx';
import { Conclusion } from '#core/device-app/web/parts.tsx';
import { numbersOf, useSensorTexts } from '#core/devices/web/parts.tsx';
import { withUnit } from '#platform/common/text/with-unit.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type GasState, gasSensors, gasState, worstGas } from '../../common/derived/gas-exposure.ts';
import type { Exposure } from '../../common/insights.ts';
import { api } from '../api.ts';
import { ScoreRing } from './drawings.tsx';
import classes from './Panels.module.css';
import { derivedOptions, type PanelProps, Value } from './parts.tsx';
import { useText } from './texts.ts';

/** One large state for each gas as a share of its limit, the means of exposure, the buzzer, and the next bump test. */
export function GasPanel({ device }: PanelProps) {
  const t = useText();
  const { stateText } = useSensorTexts('swam');
  const exposures = useData(api.insight.gasExposure, { params: { id: device.id } }, derivedOptions);
  const values = numbersOf(device, gasSensors);
  const buzzer = device.values.find(({ sensor }) => sensor === 'buzzer')?.value;
  const worst = worstGas(values);
  return (
    <>
      {worst && <WorstGas device={device} {...worst} />}
      {typeof buzzer === 'boolean' && (
        <div className={classes.chips}>
          <ToneChip tone={buzzer ? 'problem' : 'none'}>
            {t('gas.buzzer', { state: String(stateText('buzzer', buzzer)) })}
          </ToneChip>
        </div>
      )}
      <div className={classes.gases}>
        {gasSensors
          .filter((sensor) => device.values.some((value) => value.sensor === sensor))
          .map((sensor) => (
            <Gas
              key={sensor}
              device={device}
              sensor={sensor}
              value={values[sensor]}
              exposure={exposures.data?.find((one) => one.sensor === sensor)}
            />
          ))}
      </div>
      <p className={classes.notice} role="note">
        <IconAlertTriangle size={iconSizes.md} aria-hidden />
        {t('gas.notice')}
      </p>
      <DeviceChecks calls={api.check} device={device} app="swam" />
    </>
  );
}

/** The gas that comes nearest to its limit, or exceeds it most, decides for all heads. */
function WorstGas({ device, sensor, severity, share, limit }: PanelProps & GasState & { sensor: string }) {
  const t = useText();
  const { name } = useSensorTexts('swam');
  const text = useGasText(device, sensor);
  return (
    <Conclusion
      device={device}
      sensors={gasSensors}
      severity={severity}
      title={t(`gas.conclusion.${severity}`)}
      drawing={<ScoreRing score={Math.min(999, share * 100)} label={text({ share, limit })} />}
    >
      <Text>{t('gas.decides', { sensor: name(sensor), state: text({ share, limit }) })}</Text>
    </Conclusion>
  );
}

/** How near a gas is to its limit, as text. */
function useGasText(device: PanelProps['device'], sensor: string) {
  const t = useText();
  const { number } = useFormats();
  const unit = device.values.find((one) => one.sensor === sensor)?.unit ?? '';
  return ({ share, limit }: Pick<GasState, 'share' | 'limit'>) =>
    sensor === 'oxygen'
      ? t('gas.range', { limit: withUnit(String(limit), unit) })
      : t('gas.share', { share: `${number(share * 100, 0)}%`, limit: withUnit(String(limit), unit) });
}

type GasProps = PanelProps & { sensor: string; value: number | undefined; exposure: Exposure | undefined };

function Gas({ device, sensor, value, exposure }: GasProps) {
  const t = useText();
  const { number } = useFormats();
  const text = useGasText(device, sensor);
  const state = value === undefined ? null : gasState(sensor, value);
  const unit = device.values.find((one) => one.sensor === sensor)?.unit ?? '';
  return (
    <div className={classes.gas} data-severity={state?.severity}>
      <Value device={device} sensor={sensor} size="lg" />
      {state && (
        <>
          <div className={classes.chips}>
            <ToneChip tone={state.severity}>{t(`gas.state.${state.severity}`)}</ToneChip>
            <Text size="sm">{text(state)}</Text>
          </div>
          {sensor !== 'oxygen' && (
            <div className={classes.share} aria-hidden>
              <i style={{ inlineSize: `${Math.min(1, Math.max(0, state.share)) * 100}%` }} />
            </div>
          )}
        </>
      )}
      {exposure && exposure.twa !== null && (
        <Text size="sm" c="dimmed">
          {t('gas.means')}{' '}
          <Bdi>
            {exposure.stel === null ? '–' : number(exposure.stel, 1)} / {number(exposure.twa, 1)} {unit}
          </Bdi>
          {exposure.hours < 8 && ` (${t('gas.hours', { hours: number(exposure.hours, 1) })})`}
        </Text>
      )}
    </div>
  );
}
