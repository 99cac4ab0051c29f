import { IndoorAirChip } from '#core/device-app/web/parts.tsx';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink, numbersOf } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { swam } from '../app.ts';
import { classOfIndex, severityOfIndex } from '../common/derived/air-quality-index.ts';
import { qualitySensors, waterScore } from '../common/derived/water-quality.ts';
import { api } from './api.ts';
import { derivedOptions } from './panels/parts.tsx';
import { useText } from './panels/texts.ts';

const [water, indoor, outdoor] = [1, 4, 5];
const shown = 20;

/** The quality of the water and of the air at a site, by device. Nothing without devices that measure it. */
export function SiteQuality({ id }: { id: number }) {
  const t = useText();
  const filter = { structureId: id, solutionId: [water, indoor, outdoor], state: 'installed' };
  const query = useData(api.device.list, { list: { filter, limit: shown } }, derivedOptions);
  if (!query.data || query.data.data.length === 0) return null;
  return (
    <Panel title={t('siteQuality')}>
      <WidgetRows calm={t('panel.none')}>
        {query.data.data.map((device) => (
          <WidgetRow
            key={device.id}
            title={<DeviceLink to={deviceAddress(swam, device)} name={device.name} />}
            aside={
              device.solutionId === outdoor ? (
                <OutdoorIndex id={device.id} />
              ) : device.solutionId === indoor ? (
                <IndoorAirChip app="swam" device={device} />
              ) : (
                <WaterState device={device} />
              )
            }
          />
        ))}
      </WidgetRows>
    </Panel>
  );
}

function WaterState({ device }: { device: Device }) {
  const t = useText();
  const { number } = useFormats();
  const worst = waterScore(numbersOf(device, qualitySensors));
  if (!worst) return t('outdoor.unknown');
  return <ToneChip tone={worst.severity}>{t('quality.score', { score: number(worst.score, 0) })}</ToneChip>;
}

function OutdoorIndex({ id }: { id: number }) {
  const t = useText();
  const { number } = useFormats();
  const query = useData(api.insight.outdoorAir, { params: { id } }, derivedOptions);
  const now = query.data?.now;
  if (!now) return query.isPending ? null : t('outdoor.unknown');
  const state = t(`outdoor.class.${classOfIndex(now.index)}`);
  return (
    <ToneChip tone={severityOfIndex(now.index)}>{t('outdoor.index', { index: number(now.index), state })}</ToneChip>
  );
}
