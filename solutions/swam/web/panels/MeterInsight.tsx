import { numbersOf } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import { chilledState } from '../../common/derived/chilled-water.ts';
import { highestUnbalance, unbalanceOf } from '../../common/derived/power-quality.ts';
import { api } from '../api.ts';
import { NightFlow } from './NightFlow.tsx';
import { derivedOptions, type PanelProps } from './parts.tsx';
import { useText } from './texts.ts';

/** What is derived from the readings of a meter, by its solution. */
export function MeterInsight({ device }: PanelProps) {
  if (device.solutionId === 8) return <NightFlow device={device} />;
  if (device.solutionId === 9) return <Chiller device={device} />;
  if (device.solutionId === 17) return <Electricity device={device} />;
  return null;
}

function Chiller({ device }: PanelProps) {
  const t = useText();
  const { number } = useFormats();
  const { supplyTemperature, returnTemperature, chilledFlow = null, coolingPower = null } = numbersOf(device);
  if (supplyTemperature === undefined || returnTemperature === undefined) return null;
  const { deltaT, expected, plausible, tons } = chilledState({
    supply: supplyTemperature,
    return: returnTemperature,
    flow: chilledFlow,
    power: coolingPower,
  });
  const inTons = (value: number) => `${number(value, 1)} RT`;
  return (
    <Panel title={t('chiller.title')}>
      <WidgetFigures>
        <WidgetFigure name={t('chiller.deltaT')} value={`${number(deltaT, 1)} K`} note={t('chiller.how')} />
        {coolingPower !== null && (
          <WidgetFigure
            name={t('chiller.power')}
            value={`${number(coolingPower, 1)} kW`}
            note={tons !== null && <Bdi>{inTons(tons)}</Bdi>}
          />
        )}
        {expected !== null && (
          <WidgetFigure
            name={t('chiller.expected')}
            value={`${number(expected, 1)} kW`}
            note={
              plausible !== null && (
                <ToneChip tone={plausible ? 'good' : 'poor'}>
                  {t(plausible ? 'chiller.plausible' : 'chiller.implausible')}
                </ToneChip>
              )
            }
          />
        )}
      </WidgetFigures>
    </Panel>
  );
}

const voltages = ['voltageL1', 'voltageL2', 'voltageL3'];

function Electricity({ device }: PanelProps) {
  const t = useText();
  const { number, date } = useFormats();
  const demand = useData(api.insight.powerDemand, { params: { id: device.id } }, derivedOptions);
  const unbalance = unbalanceOf(Object.values(numbersOf(device, voltages)));
  const { powerFactor } = numbersOf(device);
  const highest = demand.data?.highest ?? null;
  return (
    <Panel title={t('power.title')}>
      <WidgetFigures>
        <WidgetFigure
          name={t('power.demand')}
          value={highest ? `${number(highest.value, 2)} kW` : '–'}
          note={highest && <Bdi>{date(highest.at)}</Bdi>}
        />
        {unbalance !== null && (
          <WidgetFigure
            name={t('power.unbalance')}
            value={`${number(unbalance, 1)}%`}
            tone={unbalance > highestUnbalance ? 'poor' : undefined}
            note={t('power.unbalanceHow')}
          />
        )}
        {powerFactor !== undefined && (
          <WidgetFigure
            name={t('power.factor')}
            value={number(powerFactor, 2)}
            tone={powerFactor < 0.85 ? 'poor' : undefined}
          />
        )}
      </WidgetFigures>
    </Panel>
  );
}
