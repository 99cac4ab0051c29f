import type { Period } from '#platform/common/time/time.ts';

const minuteMs = 60_000;
const radix = 36;
const write = (instant: string) => Math.round(Date.parse(instant) / minuteMs).toString(radix);
const read = (text: string | undefined) => new Date(Number.parseInt(text ?? '', radix) * minuteMs);

/** Windows as a part of an address: in minutes, as there may be hundreds of them. */
export const writeWindows = (windows: readonly Period[]): string =>
  windows.map(({ from, to }) => `${write(from)}-${write(to)}`).join('.');

/** The windows of an address; what cannot be read is left out. */
export const readWindows = (text: string | null): Period[] =>
  (text ?? '').split('.').flatMap((one) => {
    const [from, to] = one.split('-').map(read);
    const readable = from && to && from.getTime() < to.getTime();
    return readable ? [{ from: from.toISOString(), to: to.toISOString() }] : [];
  });
