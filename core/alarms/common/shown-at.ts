/** Whether a live event of alarms is about one of these devices, or about an alarm that is shown at one of them. */
export function isShownAt(data: unknown, devices: readonly number[]): boolean {
  const { deviceId, devices: further = [] } = data as { deviceId: number | null; devices?: readonly number[] };
  return [deviceId, ...further].some((id) => id !== null && devices.includes(id));
}
