import { z } from 'zod';
import { command } from '#core/commands/common/command.ts';

/** A network that a panel receives. */
export const wifiNetwork = z.object({ ssid: z.string(), rssi: z.number().nullable(), security: z.string().nullable() });

/** What the panel received last, unless that is older than a minute: then a command to look again has been sent. */
export const wifiScan = z.object({
  scan: z.object({ at: z.string(), networks: z.array(wifiNetwork) }).nullable(),
  command,
});
