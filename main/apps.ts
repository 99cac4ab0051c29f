import { access } from '#core/access/app.ts';
import { accounts } from '#core/accounts/app.ts';
import { alarms } from '#core/alarms/app.ts';
import { apiTokens } from '#core/api-tokens/app.ts';
import { assets } from '#core/assets/app.ts';
import { boards } from '#core/boards/app.ts';
import { commands } from '#core/commands/app.ts';
import { countries } from '#core/countries/app.ts';
import { deviceAppSlice } from '#core/device-app/app.ts';
import { deviceRequests } from '#core/device-requests/app.ts';
import { devices } from '#core/devices/app.ts';
import { feeds } from '#core/feeds/app.ts';
import { fittings } from '#core/fittings/app.ts';
import { groups } from '#core/groups/app.ts';
import { integrations } from '#core/integrations/app.ts';
import { inventory } from '#core/inventory/app.ts';
import { layouts } from '#core/layouts/app.ts';
import { mailPlans } from '#core/mail-plans/app.ts';
import { market } from '#core/market/app.ts';
import { metering } from '#core/metering/app.ts';
import { notices } from '#core/notices/app.ts';
import { notifications } from '#core/notifications/app.ts';
import { orders } from '#core/orders/app.ts';
import { packages } from '#core/packages/app.ts';
import { permissions } from '#core/permissions/app.ts';
import { places } from '#core/places/app.ts';
import { print } from '#core/print/app.ts';
import { proofs } from '#core/proofs/app.ts';
import { reports } from '#core/reports/app.ts';
import { roads } from '#core/roads/app.ts';
import { rules } from '#core/rules/app.ts';
import { schedules } from '#core/schedules/app.ts';
import { screens } from '#core/screens/app.ts';
import { sites } from '#core/sites/app.ts';
import { states } from '#core/states/app.ts';
import { subscriptions } from '#core/subscriptions/app.ts';
import { support } from '#core/support/app.ts';
import { telemetry } from '#core/telemetry/app.ts';
import { templates } from '#core/templates/app.ts';
import { tracking } from '#core/tracking/app.ts';
import { anpr } from '#solutions/anpr/app.ts';
import { assetWatch } from '#solutions/asset-watch/app.ts';
import { defcon } from '#solutions/defcon/app.ts';
import { facilityBooking } from '#solutions/facility-booking/app.ts';
import { fleet } from '#solutions/fleet/app.ts';
import { gm } from '#solutions/gm/app.ts';
import { management } from '#solutions/management/app.ts';
import { metrowatch } from '#solutions/metrowatch/app.ts';
import { rodent } from '#solutions/rodent/app.ts';
import { sparking } from '#solutions/sparking/app.ts';
import { swam } from '#solutions/swam/app.ts';
import { urbanAi } from '#solutions/urban-ai/app.ts';

/** THE list of slices, in migration order. */
export const apps = [
  countries,
  accounts,
  notices,
  permissions,
  boards,
  places,
  schedules,
  roads,
  print,
  reports,
  proofs,
  feeds,
  screens,
  groups,
  assets,
  devices,
  commands,
  subscriptions,
  inventory,
  fittings,
  layouts,
  telemetry,
  states,
  tracking,
  alarms,
  mailPlans,
  notifications,
  rules,
  templates,
  integrations,
  support,
  deviceAppSlice,
  access,
  metering,
  sites,
  apiTokens,
  market,
  orders,
  packages,
  deviceRequests,
  swam,
  management,
  metrowatch,
  defcon,
  fleet,
  sparking,
  facilityBooking,
  assetWatch,
  gm,
  rodent,
  anpr,
  urbanAi,
] as const;
