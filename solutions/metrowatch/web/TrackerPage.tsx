import { useParams } from 'react-router';
import { useAlarmMarks } from '#core/alarms/web/parts.tsx';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { CodeBlock, TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { ConnectorCommands } from '#core/integrations/web/parts.tsx';
import { maxTrailDays } from '#core/tracking/common/tracking.ts';
import { QualityPanel, TrailPanel, UsagePanel } from '#core/tracking/web/parts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { metrowatch } from '../app.ts';
import { externalTracking } from '../common/devices.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

/** The page of a tracker of an asset or a vehicle: its newest values, and its trail on the map. */
export function TrackerPage() {
  const id = Number(useParams().id);
  return <Tracker key={id} id={id} />;
}

function Tracker({ id }: { id: number }) {
  const query = useDevice(api.device, id);
  return (
    <DeviceFrame query={query}>
      {(device) =>
        device.token === 'active' ? (
          <>
            <AssetTrail device={device} />
            <ValueTiles device={device} app="metrowatch" />
          </>
        ) : (
          <TokenNotice device={device} />
        )
      }
    </DeviceFrame>
  );
}

/**
 * The trail with the alarms on it, and how the device was used; for one of another platform also how well it reports.
 */
function AssetTrail({ device }: { device: DeviceDetail }) {
  const { period } = usePeriod({ maxDays: maxTrailDays });
  const { marks, open } = useAlarmMarks(metrowatch, device.id, period);
  return (
    <>
      <TrailPanel calls={api.tracking} device={device} marks={marks} onMark={open} />
      <UsagePanel calls={api.tracking} deviceId={device.id} />
      {device.solutionId === externalTracking && (
        <>
          <ConnectorCommands app={metrowatch} calls={api.command} device={device} />
          <QualityPanel calls={api.tracking} deviceId={device.id} />
          <RawAttributes device={device} />
        </>
      )}
    </>
  );
}

/** What the device has reported about itself apart from its values, as it was sent. */
function RawAttributes({ device: { attributes } }: { device: DeviceDetail }) {
  const t = useText();
  if (Object.keys(attributes).length === 0) return null;
  return (
    <Panel title={t('attributesAsSent')}>
      <CodeBlock label={t('attributesAsSent')} text={JSON.stringify(attributes, null, 2)} />
    </Panel>
  );
}
