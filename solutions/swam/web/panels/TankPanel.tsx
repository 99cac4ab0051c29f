import { ConclusionFrame } from '#core/device-app/web/parts.tsx';
import { numbersOf } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { WidgetFigure, WidgetFigures, WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { tankOutlook, volumeAt } from '../../common/derived/tank.ts';
import type { TankReply } from '../../common/insights.ts';
import { api } from '../api.ts';
import { TankDrawing } from './drawings.tsx';
import classes from './Panels.module.css';
import { Derived, derivedOptions, type PanelProps, Value } from './parts.tsx';
import { useText } from './texts.ts';

const hourMs = 3_600_000;
const shownRefills = 5;
/** Further ahead than this, a forecast from the rate of two hours is meaningless. */
const maxHours = 30 * 24;

/** The drawn tank with its volume, when it will be empty or full, and its refills of 30 days. */
export function TankPanel({ device }: PanelProps) {
  const t = useText();
  const query = useData(api.insight.tank, { params: { id: device.id } }, derivedOptions);
  return (
    <Panels>
      <Panel title={t('tank.title')}>
        <Derived of={query}>{(tank) => <Tank device={device} tank={tank} />}</Derived>
      </Panel>
      <Panel title={t('tank.refills')}>
        <Derived of={query}>{(tank) => <Refills tank={tank} />}</Derived>
      </Panel>
    </Panels>
  );
}

function Tank({ device, tank: { form, rate } }: PanelProps & { tank: TankReply }) {
  const t = useText();
  const { number, ago } = useFormats();
  const { level, fillPercent } = numbersOf(device);
  if (level === undefined) return <Value device={device} sensor="fillPercent" size="lg" />;
  const volume = volumeAt(form, level);
  const outlook = rate === null ? null : tankOutlook(form, volume, rate);
  const cubic = (value: number, decimals = 1) => `${number(value, decimals)} m³`;
  const perHour = (value: number) => `${value > 0 ? '+' : ''}${number(value, 2)} m³/h`;
  const fill = fillPercent ?? (volume / form.volume) * 100;
  return (
    <ConclusionFrame
      valueFirst
      drawing={
        <TankDrawing
          shape={form.shape}
          share={level / form.height}
          label={t('tank.drawing', { fill: number(fill, 0), volume: cubic(volume), of: cubic(form.volume) })}
        />
      }
    >
      <Value device={device} sensor="fillPercent" size="lg" />
      <WidgetFigures>
        <WidgetFigure
          name={t('tank.volume')}
          value={cubic(volume)}
          note={t('tank.of', { volume: cubic(form.volume) })}
        />
        <WidgetFigure
          name={t('tank.outlook')}
          value={
            outlook === null
              ? '–'
              : outlook.hours === null || outlook.hours > maxHours
                ? t('tank.steady')
                : t(`tank.${outlook.state}`, { when: ago(Date.now() + outlook.hours * hourMs) })
          }
          note={rate === null ? t('tank.noRate') : <Bdi>{perHour(rate)}</Bdi>}
        />
        <WidgetFigure
          name={t('tank.level')}
          value={`${number(level, 2)} m`}
          note={t('tank.of', { volume: `${number(form.height, 2)} m` })}
        />
      </WidgetFigures>
    </ConclusionFrame>
  );
}

function Refills({ tank: { form, refills } }: { tank: TankReply }) {
  const t = useText();
  const { number, date } = useFormats();
  const added = (percent: number) => `+${number((percent / 100) * form.volume, 1)} m³`;
  return (
    <>
      <p className={classes.summary}>
        {t('tank.refillCount', { count: refills.length, shown: number(refills.length) })}
      </p>
      <WidgetRows calm={t('tank.noRefills')}>
        {refills.slice(0, shownRefills).map(({ from, to, before, after }) => (
          <WidgetRow
            key={from}
            title={<Bdi>{date(to)}</Bdi>}
            note={<Bdi>{`${number(before, 0)}% → ${number(after, 0)}%`}</Bdi>}
            aside={<Bdi>{added(after - before)}</Bdi>}
          />
        ))}
      </WidgetRows>
    </>
  );
}
