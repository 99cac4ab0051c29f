import { z } from 'zod';
import { latestValue } from './device-row.ts';

/** The names of channels: letters, digits and `-_.`. */
export const channelName = /^[A-Za-z0-9._-]{1,64}$/;

/** How many channels a device can have. */
export const maxChannels = 256;

/** A channel of a device, with the newest value of each sensor that channels of its model have. */
export const deviceChannel = z.object({ channel: z.string(), values: z.array(latestValue) });
export type DeviceChannel = z.infer<typeof deviceChannel>;
