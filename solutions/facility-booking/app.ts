import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Rooms, desks and other spaces that people book. It sells its devices, and has no pages yet. */
export const facilityBooking = defineApp({
  id: 'facility-booking',
  brand: 'Facility Booking',
  web: '/facility-booking',
  api: '/facmgmt/api',
  icon: 'calendar-event',
  needs: ['devices', 'market'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
