import { Button, Group, Stack } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useAlarmMarks } from '#core/alarms/web/parts.tsx';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { PdfButton } from '#core/print/web/parts.tsx';
import { ReadingsChart } from '#core/telemetry/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { SeverityBand } from '#platform/web/ui/chart/TimeChart.tsx';
import { KeptHeight } from '#platform/web/ui/page/KeptHeight.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { metrowatch } from '../../app.ts';
import { maxColdDays } from '../../common/cold/cold-routes.ts';
import type { ColdSetting } from '../../common/cold/product-class.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { Calibrations } from './Calibrations.tsx';
import { ColdFigures } from './ColdFigures.tsx';
import { ColdSettingPanel } from './ColdSettingPanel.tsx';
import { ColdStates } from './ColdStates.tsx';
import { Excursions } from './Excursions.tsx';

/** The page of a cold room: its newest values, its chart with the limits, figures, excursions and calibrations. */
export function ColdStoragePage() {
  const id = Number(useParams().id);
  return <ColdStorage key={id} id={id} />;
}

function ColdStorage({ id }: { id: number }) {
  const query = useDevice(api.device, id);
  return (
    <DeviceFrame query={query}>
      {(device) => (device.token === 'active' ? <ColdRoom device={device} /> : <TokenNotice device={device} />)}
    </DeviceFrame>
  );
}

function ColdRoom({ device }: { device: DeviceDetail }) {
  const { period } = usePeriod({ maxDays: maxColdDays });
  const { marks, open } = useAlarmMarks(metrowatch, device.id, period);
  const params = { id: device.id };
  const query = { from: period.from, to: period.to };
  const cold = useData(api.cold.read, { params, query }, { silent: true });
  const bands = useBands(cold.data?.setting);
  return (
    <Stack>
      <ValueTiles device={device} app="metrowatch" />
      <ReadingsChart
        calls={api.reading}
        device={device}
        app="metrowatch"
        bands={bands}
        marks={marks}
        onMark={open}
        initial={['temperature']}
      />
      <KeptHeight of="cold room">
        {cold.data ? (
          <Stack>
            <ColdStates cold={cold.data} period={query} />
            <ColdFigures
              cold={cold.data}
              aside={<Actions device={device} setting={cold.data.setting} period={query} />}
            />
            <Excursions device={device.id} excursions={cold.data.excursions} />
            <Calibrations device={device.id} calibrations={cold.data.calibrations} />
          </Stack>
        ) : (
          <QueryBoundary of={cold} />
        )}
      </KeptHeight>
    </Stack>
  );
}

/** The limits as bands of the temperature. */
function useBands(setting: ColdSetting | undefined): (sensor: string) => readonly SeverityBand[] {
  const { number } = useFormats();
  const bands = useMemo((): SeverityBand[] => {
    if (!setting) return [];
    const { low, high } = setting;
    const label = (value: number) => `${number(value, 1)} °C`;
    return [
      { from: high, severity: 'problem', limit: high, label: label(high) },
      { to: low, severity: 'problem', limit: low, label: label(low) },
    ];
  }, [setting, number]);
  return useCallback((sensor) => (sensor === 'temperature' ? bands : []), [bands]);
}

type ActionsProps = { device: DeviceDetail; setting: ColdSetting; period: { from: string; to: string } };

function Actions({ device, setting, period }: ActionsProps) {
  const t = useText();
  const { language } = useFormats();
  const [editing, setEditing] = useState(false);
  const report = useAction(api.cold.report);
  const mayReport = usePermitted(api.cold.report.route.access);
  return (
    <Group gap="xs">
      <Can access={api.cold.setting.route.access}>
        <Button
          variant="default"
          leftSection={<IconAdjustments size={iconSizes.sm} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t('cold.limits')}
        </Button>
      </Can>
      {mayReport && (
        <PdfButton
          label={t('cold.report')}
          name={device.name}
          request={() => report.ask({ params: { id: device.id }, body: { ...period, language }, silent: 'success' })}
        />
      )}
      {editing && <ColdSettingPanel device={device.id} before={setting} onClose={() => setEditing(false)} />}
    </Group>
  );
}
