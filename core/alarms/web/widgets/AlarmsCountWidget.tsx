import { Select, Stack } from '@mantine/core';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { WidgetOptions, WidgetProps } from '#platform/web/shell/routing/bind-pages.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import { severities } from '../../common/alarm.ts';
import type { alarmCountRoutes } from '../../common/alarm-count.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { useText } from '../texts.ts';

const calls = mountedCalls<{ alarmCount: ReturnType<typeof alarmCountRoutes> }>('alarmCount');

const periods = [1, 7, 30, 92] as const;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const daysOf = ({ days }: WidgetOptions): number => periods.find((period) => period === days) ?? 7;
const classOf = (options: WidgetOptions): string => (typeof options.class === 'string' ? options.class : '');

/** The open alarms of an app by severity, and how many were raised in the period. */
export function AlarmsCountWidget({ app, options }: WidgetProps) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const call = calls.of(app).alarmCount.read;
  const days = daysOf(options);
  const name = classOf(options);
  // A period of whole hours, so that widgets and renderings share the reply.
  const to = Math.ceil(Date.now() / hourMs) * hourMs;
  const query = useData(
    call,
    {
      query: {
        from: new Date(to - days * dayMs).toISOString(),
        to: new Date(to).toISOString(),
        ...(name ? { class: name } : {}),
      },
    },
    { silent: true },
  );
  useLiveRefetch(['alarms'], call.key());
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  const { open, raised } = query.data;
  return (
    <WidgetFigures>
      {[...severities].reverse().map((severity) => (
        <WidgetFigure
          key={severity}
          name={kit(`values.severity.${severity}`)}
          value={number(open[severity])}
          tone={open[severity] > 0 && (severity === 'problem' || severity === 'poor') ? severity : undefined}
        />
      ))}
      <WidgetFigure
        name={t('overview.raised', { count: days })}
        value={number(raised.reduce((sum, { count }) => sum + count, 0))}
      />
    </WidgetFigures>
  );
}

/** Chooses the period and the class of the alarms. */
export function AlarmsCountOptions({
  app,
  options,
  onChange,
}: WidgetProps & { onChange(options: WidgetOptions): void }) {
  const t = useText();
  const { className } = useAlarmTexts(app);
  return (
    <Stack>
      <Select
        label={t('overview.period')}
        allowDeselect={false}
        value={String(daysOf(options))}
        data={periods.map((days) => ({ value: String(days), label: t('overview.days', { count: days }) }))}
        onChange={(days) => onChange({ ...options, days: Number(days) })}
      />
      <Select
        label={t('overview.class')}
        clearable
        value={classOf(options) || null}
        data={Object.keys(app.alarmClasses ?? {}).map((name) => ({
          value: name,
          label: className(name),
        }))}
        onChange={(name) => onChange({ ...options, class: name ?? '' })}
      />
    </Stack>
  );
}
