import {
  IconAntenna,
  IconBroadcast,
  IconDeviceMobile,
  IconDeviceSim,
  IconMail,
  IconMessage,
  IconPhone,
  IconRouter,
  IconSatellite,
  IconWifi,
} from '@tabler/icons-react';

/** The icons of communication packages by their ids, 1 to 10. */
const icons = [
  IconMessage,
  IconPhone,
  IconDeviceSim,
  IconWifi,
  IconAntenna,
  IconBroadcast,
  IconSatellite,
  IconRouter,
  IconMail,
  IconDeviceMobile,
] as const;

export const comIcon = (id: number) => icons[id - 1] ?? IconBroadcast;
