import type { ComponentType } from 'react';
import { AirPuck, GasHead, OutdoorMast, RoomPanel } from './air.tsx';
import { Bracket, Card, Shelter } from './extras.tsx';
import { Camera, EdgeBox, Panel, Pir, Siren } from './guards.tsx';
import { Contact, Keypad, LeverLock, Padlock } from './locks.tsx';
import { BtuMeter, DinMeter, DinMeterThree, GasMeter } from './meters.tsx';
import { Band, Logger, ObdPlug, ParkingPuck, Pendant, SolarTracker, Tag, TrackerBox, Trap } from './trackers.tsx';
import { PipeMeter, Probe, ProbeCluster, Tank, ValveUnit } from './water.tsx';

/** The drawings by key. Each is the content of an SVG of 240 × 180. */
export const drawings: Readonly<Record<string, ComponentType<{ icon?: number | null }>>> = {
  'probe-cluster': ProbeCluster,
  tank: Tank,
  'pipe-meter': PipeMeter,
  'air-puck': AirPuck,
  'outdoor-mast': OutdoorMast,
  'gas-head': GasHead,
  'diaphragm-meter': GasMeter,
  'btu-meter': BtuMeter,
  'valve-unit': ValveUnit,
  'din-meter': DinMeter,
  'din-meter-3': DinMeterThree,
  probe: Probe,
  'lever-lock': LeverLock,
  padlock: Padlock,
  logger: Logger,
  'tracker-box': TrackerBox,
  'solar-tracker': SolarTracker,
  pendant: Pendant,
  band: Band,
  'parking-puck': ParkingPuck,
  panel: Panel,
  pir: Pir,
  contact: Contact,
  siren: Siren,
  keypad: Keypad,
  'obd-plug': ObdPlug,
  'room-panel': RoomPanel,
  tag: Tag,
  trap: Trap,
  camera: Camera,
  'edge-box': EdgeBox,
  card: Card,
  shelter: Shelter,
  bracket: Bracket,
};

/** Without a title it is decoration next to the name of the product. */
type Props = { drawing: string; title: string; icon?: number | null };

export function Drawing({ drawing, title, icon }: Props) {
  const Content = drawings[drawing] ?? Card;
  return (
    <svg viewBox="0 0 240 180" role="img" aria-label={title} aria-hidden={title === ''}>
      <Content icon={icon} />
    </svg>
  );
}
