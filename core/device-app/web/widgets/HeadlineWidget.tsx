import { severities } from '#core/alarms/common/alarm.ts';
import { deskAddress } from '#core/alarms/common/alarm-desk.ts';
import { deviceDeskAddress } from '#core/devices/common/device-desk-address.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { Headline } from '../../common/overview.ts';
import { useText } from '../texts.ts';
import { overview } from './api.ts';

/** The figures of all sites: open alarms, devices that are offline or low on battery, sites, and the trend. */
export function HeadlineWidget() {
  const query = useData(overview.headline, {}, { silent: true });
  useLiveRefetch(['alarms', 'devices'], overview.headline.key());
  return query.data ? <Figures headline={query.data} /> : <QueryBoundary of={query} height="100%" />;
}

function Figures({ headline }: { headline: Headline }) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const { alarms, worst, since, devices, online, sleeping, offline, lowBattery, sites, raised } = headline;
  const open = Object.values(alarms).reduce((sum, count) => sum + count, 0);
  const parts = [...severities]
    .reverse()
    .filter((severity) => alarms[severity] > 0)
    .map((severity) => `${number(alarms[severity])} ${kit(`values.severity.${severity}`)}`);
  return (
    <WidgetFigures>
      <WidgetFigure
        name={t('overview.openAlarms')}
        value={number(open)}
        tone={open > 0 && (worst === 'problem' || worst === 'poor') ? worst : undefined}
        to={open > 0 ? deskAddress() : undefined}
        note={
          open === 0 ? (
            t(devices === 0 ? 'overview.noDevices' : 'overview.allWell')
          ) : (
            <>
              {parts.join(' · ')} · {t('overview.since')} <Ago at={since} />
            </>
          )
        }
      />
      <WidgetFigure
        name={t('overview.raised')}
        value={number(raised.today)}
        note={t('overview.raisedBefore', { count: raised.before })}
      />
      <WidgetFigure
        name={t('overview.offline')}
        value={number(offline)}
        tone={offline > 0 ? 'poor' : undefined}
        to={offline > 0 ? deviceDeskAddress('?connection=offline') : undefined}
        note={t('overview.online', { online: number(online + sleeping), all: number(devices) })}
      />
      <WidgetFigure
        name={t('overview.lowBattery')}
        value={number(lowBattery)}
        tone={lowBattery > 0 ? 'poor' : undefined}
        to={lowBattery > 0 ? deviceDeskAddress('?battery[max]=19') : undefined}
        note={t('overview.below')}
      />
      <WidgetFigure name={t('overview.sites')} value={number(sites)} />
    </WidgetFigures>
  );
}
