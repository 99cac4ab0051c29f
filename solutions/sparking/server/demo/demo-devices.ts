import { baysOf, carParks, type DemoCarPark, type DemoGroup, type DemoSeries, numbersIn } from './car-parks.ts';

/** The prefix of serial numbers of virtual devices. */
export const serials = '5A8C1D23';
/** That of a sensor which has not reported for days. */
const silentSerials = '5A8C1DFF';
const counterModel = 2304;

/** Bays that something is wrong with, to be seen in the demo. */
export const silentBay = 'B1-047';
export const stuckBay = 'B1-061';
export const flappingBay = 'B1-033';
export const stuckDays = 4;
/** The group behind the gateway that fails if that is asked for. */
const darkGroup = 'P2';

export type DemoDevice = {
  serial: string;
  model: number;
  name: string;
  park: DemoCarPark;
  group: DemoGroup;
  /** The bays that it watches, each by its channel: '' for a sensor in the bay. */
  bays: readonly { channel: string; number: string; charges: boolean }[];
  /** Of a counter: which of the counters of its group it is. */
  counter: number | null;
};

type Unnumbered = Omit<DemoDevice, 'serial' | 'park' | 'group'>;

const arabic = /\p{Script=Arabic}/u;
const named = (group: DemoGroup, en: string, ar: string) => (arabic.test(group.name) ? ar : en);

function devicesOfSeries(group: DemoGroup, series: DemoSeries): Unnumbered[] {
  const numbers = numbersIn(series);
  const { watchedBy } = series;
  const charges = series.use === 'ev';
  if (!('bays' in watchedBy))
    return numbers.map((number) => ({
      ...{ model: watchedBy.model, counter: null },
      name: named(group, `Sensor ${number}`, `مستشعر ${number}`),
      bays: [{ channel: '', number, charges }],
    }));
  const count = Math.ceil(numbers.length / watchedBy.bays);
  return Array.from({ length: count }, (_, n) => {
    const watched = numbers.slice(n * watchedBy.bays, (n + 1) * watchedBy.bays);
    return {
      ...{ model: watchedBy.model, counter: null },
      name: `${charges ? 'Charger controller' : 'Loop controller'} ${series.prefix}${n + 1}`,
      bays: watched.map((number) => ({ channel: number, number, charges })),
    };
  });
}

/** All devices of the demo, in the order of their serial numbers. */
export const demoDevices: readonly DemoDevice[] = carParks
  .flatMap((park) =>
    park.groups.flatMap((group) =>
      [
        ...group.series.flatMap((series) => devicesOfSeries(group, series)),
        ...(group.counters ?? []).map(
          (gate, counter): Unnumbered => ({
            ...{ model: counterModel, counter, bays: [] },
            name: named(group, `Counter ${gate}`, `عدّاد ${gate}`),
          }),
        ),
      ].map((device) => ({ ...device, park, group })),
    ),
  )
  .map((device, n) => {
    const isSilent = device.bays.some(({ number }) => number === silentBay);
    const count = (n + 1).toString(16).toUpperCase().padStart(4, '0');
    return { ...device, serial: (isSilent ? silentSerials : serials) + count };
  });

export const deviceBySerial: ReadonlyMap<string, DemoDevice> = new Map(
  demoDevices.map((device) => [device.serial, device]),
);

/** The bays whose vehicles pass a counter of a group. */
export const baysBehind = ({ group, counter }: DemoDevice): string[] => {
  const gates = group.counters?.length ?? 1;
  return counter === null ? [] : baysOf(group).filter((_, n) => n % gates === counter);
};

/** Whether a device is behind the gateway that fails. */
export const isBehindDarkGateway = (serial: string): boolean => deviceBySerial.get(serial)?.group.name === darkGroup;
