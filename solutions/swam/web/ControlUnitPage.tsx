import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { DeviceFrame, useDeviceApp } from '#core/device-app/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { ActingRules } from '#core/rules/web/parts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { api, useText } from './api.ts';
import classes from './ControlUnit.module.css';
import { UnitControls, type UnitState } from './UnitControls.tsx';
import { UnitDrawing, valveOpening } from './UnitDrawing.tsx';

/** Values that the drawing shows. */
const drawn = new Set(['valve', 'valvePosition', 'relay', 'pump', 'manualMode']);

/** The page of a control unit: the drawn valve and relay, its commands, and the rules that may act. */
export function ControlUnitPage() {
  const id = Number(useParams().id);
  return <ControlUnit key={id} id={id} />;
}

function stateOf({ values }: DeviceDetail): UnitState & { percent: number | null } {
  const read = (sensor: string) => values.find((value) => value.sensor === sensor)?.value ?? null;
  const [valve, percent] = [read('valve') as string | null, read('valvePosition') as number | null];
  return {
    valve,
    percent,
    opening: valveOpening({ valve, percent }),
    relay: read('relay') as boolean | null,
    pump: read('pump') as boolean | null,
    manual: read('manualMode') === true,
  };
}

function ControlUnit({ id }: { id: number }) {
  const query = useDevice(api.device, id);
  return <DeviceFrame query={query}>{(device) => <Unit device={device} />}</DeviceFrame>;
}

function Unit({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { app } = useDeviceApp();
  const state = stateOf(device);
  const others = device.values.flatMap(({ sensor }) => (drawn.has(sensor) ? [] : [sensor]));
  if (device.token !== 'active') return <TokenNotice device={device} />;
  return (
    <Stack>
      <div className={classes.columns}>
        <Panel title={t('unit.state')}>
          <UnitDrawing {...state} />
        </Panel>
        <UnitControls device={device} state={state} />
      </div>
      <ValueTiles device={device} app="swam" only={others} />
      <ActingRules app={app} deviceId={device.id} />
    </Stack>
  );
}
