import {
  IconActivity, IconAdjustments, IconAirConditioning, IconAlertTriangle, IconBell, IconBolt, IconBox, IconBroadcast, IconBug,
  IconBuilding, IconBuildingCommunity, IconBuildingFactory2, IconBuildingStore, IconCalendar, IconCamera, IconCar, IconChartLine,
  IconCloud, IconCode, IconCompass, IconCpu, IconCreditCard, IconDashboard, IconDeviceAnalytics, IconDevices, IconDoor, IconDroplet,
  IconDropletHalf2, IconFileText, IconFlame, IconFlask, IconGauge, IconHistory, IconHome, IconKey, IconLayoutGrid, IconList, IconLock, IconMap,
  IconMapPin, IconMeteor, IconPackage, IconParking, IconPlug, IconReportAnalytics, IconRipple, IconRouter, IconScooter, IconSchool, IconSettings,
  IconShield, IconShieldLock, IconShoppingCart, IconSnowflake, IconStack2, IconTemperature, IconTicket, IconTool, IconTruck, IconUser,
  IconUsers, IconUsersGroup, IconWind,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type IconProps = { size?: number; stroke?: number; 'aria-hidden'?: boolean };

const icons: Record<string, ComponentType<IconProps>> = {
  activity: IconActivity, adjustments: IconAdjustments, 'air-conditioning': IconAirConditioning, alarm: IconAlertTriangle, 'alert-triangle': IconAlertTriangle, bell: IconBell,
  bolt: IconBolt, box: IconBox, broadcast: IconBroadcast, bug: IconBug, building: IconBuilding, 'building-community': IconBuildingCommunity,
  'building-factory': IconBuildingFactory2, 'building-store': IconBuildingStore, calendar: IconCalendar, camera: IconCamera, car: IconCar,
  chart: IconChartLine, 'chart-line': IconChartLine, device: IconDeviceAnalytics, cloud: IconCloud, code: IconCode, compass: IconCompass, cpu: IconCpu, 'credit-card': IconCreditCard,
  dashboard: IconDashboard, 'device-analytics': IconDeviceAnalytics, devices: IconDevices, door: IconDoor, droplet: IconDroplet,
  'droplet-half': IconDropletHalf2, 'file-text': IconFileText, flame: IconFlame, flask: IconFlask, gauge: IconGauge, history: IconHistory, home: IconHome,
  key: IconKey, 'layout-grid': IconLayoutGrid, list: IconList, lock: IconLock, map: IconMap, 'map-pin': IconMapPin, meteor: IconMeteor,
  package: IconPackage, parking: IconParking, plug: IconPlug, report: IconReportAnalytics, ripple: IconRipple, router: IconRouter, scooter: IconScooter,
  school: IconSchool, settings: IconSettings, shield: IconShield, 'shield-lock': IconShieldLock, 'shopping-cart': IconShoppingCart,
  snowflake: IconSnowflake, stack: IconStack2, temperature: IconTemperature, ticket: IconTicket, tool: IconTool, truck: IconTruck,
  user: IconUser, users: IconUsers, 'users-group': IconUsersGroup, wind: IconWind,
};

/** The icon that a manifest names; an unknown name is logged and shown as a grid. */
export function iconNamed(name: string | undefined): ComponentType<IconProps> {
  if (!name) return IconLayoutGrid;
  const icon = icons[name];
  if (!icon) console.warn(`No icon is called "${name}"; add it to platform/web/shell/icons.ts`);
  return icon ?? IconLayoutGrid;
}
