import type { DeviceDetail } from '../../common/device.ts';

/** The newest numbers of a device by sensor key. */
export const numbersOf = (
  { values }: Pick<DeviceDetail, 'values'>,
  sensors?: readonly string[],
): Record<string, number> =>
  Object.fromEntries(
    values.flatMap(({ sensor, value }) =>
      typeof value === 'number' && (sensors?.includes(sensor) ?? true) ? [[sensor, value]] : [],
    ),
  );
