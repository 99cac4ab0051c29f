import { worstOfDevices } from '#core/alarms/server/api.ts';
import { deviceAppHandlers, startVirtualDevices } from '#core/device-app/server/api.ts';
import { fittingHandlers } from '#core/fittings/server/api.ts';
import { holdsPlaces } from '#core/places/server/api.ts';
import { appReportHandlers, reportTemplateHandlers } from '#core/reports/server/api.ts';
import { trackingHandlers } from '#core/tracking/server/api.ts';
import { attachmentHistory } from '#platform/server/files/attachments.ts';
import { serve } from '#platform/server/serve.ts';
import { fleet } from '../app.ts';
import { analysisHandlers } from './analysis/analysis-handlers.ts';
import { loadDemo } from './demo/demo.ts';
import { virtualTrackers } from './demo/virtual-trackers.ts';
import { driverHandlers } from './drivers/drivers.ts';
import { jobAlarmDue } from './jobs/job-alarms.ts';
import { jobHandlers } from './jobs/job-handlers.ts';
import { jobTopics } from './jobs/live-jobs.ts';
import { vehicleLogHandlers } from './log/vehicle-log.ts';
import { paperDues } from './papers/paper-alarms.ts';
import { geofenceGroupHandlers, geofenceHandlers } from './points/geofences.ts';
import { pointHandlers } from './points/points.ts';
import { provideReportSections } from './reports/report-sections.ts';
import { routeHandlers, routeSchedules } from './routes/routes.ts';
import { starters } from './starters.ts';
import './tables.ts';
import {
  refuseRetired,
  vehicleFileHandlers,
  vehicleGroupHandlers,
  vehicleHandlers,
} from './vehicles/vehicle-handlers.ts';
import { vehicleMap } from './vehicles/vehicle-map.ts';

provideReportSections();

/** A site stays while vehicles belong to it. */
const based = holdsPlaces({ app: 'fleet', what: 'vehicle', table: 'fleet_vehicle' });
const driving = holdsPlaces({ app: 'fleet', what: 'driver', table: 'fleet_driver' });

export const fleetServer = serve(
  fleet,
  {
    ...deviceAppHandlers(fleet, starters),
    tracking: trackingHandlers('fleet', worstOfDevices),
    fitting: fittingHandlers('fleet'),
    vehicle: vehicleHandlers,
    vehicleFile: vehicleFileHandlers,
    vehicleGroup: vehicleGroupHandlers,
    vehicleLog: vehicleLogHandlers,
    vehicleMap: { map: vehicleMap },
    driver: driverHandlers,
    job: jobHandlers,
    point: pointHandlers,
    route: routeHandlers,
    geofence: geofenceHandlers,
    geofenceGroup: geofenceGroupHandlers,
    analysis: analysisHandlers,
    report: appReportHandlers('fleet'),
    reportTemplate: reportTemplateHandlers('fleet'),
  },
  {
    listeners: {
      inTransaction: {
        async 'structure.removing'(context, event) {
          await based['structure.removing'](context, event);
          await driving['structure.removing'](context, event);
        },
        'device.fitted': refuseRetired,
        ...routeSchedules,
      },
    },
    dues: [...paperDues, jobAlarmDue],
    topics: jobTopics,
    demo: loadDemo,
    simulate: (kit) => startVirtualDevices(kit, virtualTrackers),
    history: {
      tables: {
        fleet_vehicle: { silent: ['papersUntil'] },
        fleet_job_card: { title: ['number'], silent: ['version'] },
        fleet_job_stop: { silent: ['seq'] },
        fleet_driver: { silent: ['papersUntil'] },
        fleet_point_of_interest: { silent: ['geofenceId'] },
        fleet_route: {},
        fleet_route_stop: { silent: ['seq', 'lat', 'lng', 'metres', 'seconds'] },
        fleet_route_vehicle: {},
        fleet_vehicle_attachment: attachmentHistory,
      },
    },
  },
);
