import type { DeviceDemo } from '#core/device-app/server/api.ts';

const at = (...pairs: [lat: number, lng: number][]) => pairs.map(([lat, lng]) => ({ lat, lng }));

/** Sheikh Zayed Road, from Dubai Marina to Jebel Ali. */
const marinaToJebelAli = at(
  [25.0805, 55.1403],
  [25.0731, 55.1292],
  [25.0622, 55.1237],
  [25.0462, 55.1169],
  [25.0291, 55.1095],
  [25.0113, 55.0962],
  [24.9948, 55.0846],
  [24.9857, 55.0727],
);
/** From the industrial area of Sharjah to Al Quoz. */
const sharjahToAlQuoz = at(
  [25.3124, 55.3921],
  [25.3017, 55.3748],
  [25.2789, 55.3602],
  [25.2521, 55.3367],
  [25.2218, 55.3093],
  [25.1934, 55.2751],
  [25.1672, 55.2475],
  [25.1398, 55.2303],
);
/** From Jebel Ali to Musaffah in Abu Dhabi. */
const jebelAliToMusaffah = at(
  [24.9857, 55.0727],
  [24.9021, 54.9418],
  [24.8193, 54.8267],
  [24.6927, 54.7423],
  [24.5612, 54.6541],
  [24.4394, 54.5627],
  [24.3583, 54.5028],
);
/** From Olaya to the industrial city in Riyadh. */
const riyadh = at(
  [24.6911, 46.6853],
  [24.6733, 46.7012],
  [24.6492, 46.7194],
  [24.6138, 46.7405],
  [24.5721, 46.7903],
  [24.5467, 46.8512],
);
/** The round of a guard along the marina. */
const marinaWalk = at(
  [25.0772, 55.1336],
  [25.0801, 55.1362],
  [25.0834, 55.1401],
  [25.0862, 55.1447],
  [25.0881, 55.1473],
);
const oldRiyadhWalk = at([24.6308, 46.7131], [24.6331, 46.7109], [24.6354, 46.7083], [24.6372, 46.7056]);

const drive = (path: typeof riyadh, speed: number, standMinutes: number) => ({ path, speed, standMinutes });

/** Longer than three intervals of a tracker, so that its way through the tunnel is a gap. */
const throughTunnel = (route: ReturnType<typeof drive>, minutes: number) => ({
  ...route,
  tunnel: { from: 0.45, to: 0.6, minutes },
});

/** Where the trackers of the demo go. */
export const routes: NonNullable<DeviceDemo['routes']> = {
  12: [drive(jebelAliToMusaffah, 78, 95), drive(marinaToJebelAli, 52, 40)],
  14: [drive(marinaToJebelAli, 58, 55), throughTunnel(drive(sharjahToAlQuoz, 46, 70), 195), drive(riyadh, 44, 60)],
  15: [drive(marinaToJebelAli, 62, 55), throughTunnel(drive(jebelAliToMusaffah, 92, 50), 100), drive(riyadh, 55, 55)],
  16: [drive(marinaWalk, 4.6, 12), drive(oldRiyadhWalk, 4.2, 18)],
};
