import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { swam } from '../app.ts';
import { api } from './api.ts';
import { useText } from './panels/texts.ts';

/** The last night of the water meters of a site, with what they may lose. */
export function SiteNights({ id }: { id: number }) {
  const t = useText();
  const { number } = useFormats();
  const query = useData(api.insight.siteNights, { params: { id } }, { silent: true });
  const perHour = (leak: number | null) => (leak === null ? '–' : `${number(leak, 1)} L/h`);
  return (
    <Panel title={t('night.site')}>
      {query.data ? (
        <WidgetRows calm={t('night.noMeters')}>
          {query.data.map(({ flow, leak, lossPerYear, unusual, ...meter }) => (
            <WidgetRow
              key={meter.id}
              title={<DeviceLink to={deviceAddress(swam, meter)} name={meter.name} />}
              note={
                flow === null
                  ? t('night.unknown')
                  : t('night.summary', {
                      flow: `${number(flow, 2)} L/min`,
                      loss: lossPerYear === null ? '–' : `${number(lossPerYear, 0)} m³`,
                    })
              }
              aside={
                <>
                  {unusual && <ToneChip tone="poor">{t('night.unusual')}</ToneChip>}
                  <Bdi>{perHour(leak)}</Bdi>
                </>
              }
            />
          ))}
        </WidgetRows>
      ) : (
        <QueryBoundary of={query} height={120} />
      )}
    </Panel>
  );
}
