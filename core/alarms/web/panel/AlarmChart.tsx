import { readingCalls } from '#core/telemetry/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import type { Alarm, AlarmDetail } from '../../common/alarm.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { limitBands } from '../limits/limit-bands.ts';
import { useText } from '../texts.ts';

const hourMs = 3_600_000;
const buckets = 120;

type Props = { alarm: AlarmDetail; app: AppManifest };
type Measured = Alarm & { device: NonNullable<Alarm['device']>; sensor: string };

const isMeasured = (alarm: Alarm): alarm is Measured => alarm.device !== null && alarm.sensor !== null;

/** The sensor of an alarm from an hour before until an hour after its first hit, with the limit; nothing without readings. */
export function AlarmChart({ alarm, app }: Props) {
  return isMeasured(alarm) && alarm.value !== null ? <Chart alarm={alarm} app={app} /> : null;
}

function Chart({ alarm, app }: { alarm: Measured; app: AppManifest }) {
  const t = useText();
  const { title, limits } = useAlarmTexts(app);
  const { read } = readingCalls(app);
  const resource = alarm.structure?.id ?? null;
  const may = usePermitted(read.route.access, { resource });
  const at = Date.parse(alarm.firstAt);
  const period = { from: new Date(at - hourMs).toISOString(), to: new Date(at + hourMs).toISOString() };
  const query = useData(
    read,
    { params: { id: alarm.device.id }, query: { sensors: alarm.sensor, ...period, buckets } },
    { silent: true, enabled: may },
  );
  const [series] = query.data?.series ?? [];
  if (!series || series.points.length === 0) return null;
  return (
    <TimeChart
      label={t('chartOf', { sensor: limits.sensor(alarm.sensor) })}
      unit={series.unit}
      period={period}
      bands={
        alarm.limit
          ? limitBands([{ ...alarm.limit, severity: alarm.severity }], (value) => limits.value(alarm.sensor, value))
          : []
      }
      marks={[{ id: alarm.id, at: alarm.firstAt, severity: alarm.severity, label: title(alarm) }]}
      series={[
        {
          name: limits.sensor(alarm.sensor),
          kind: series.counter ? 'bar' : 'line',
          decimals: series.decimals,
          points: series.points,
        },
      ]}
    />
  );
}
