import { provideReportSection, type SectionPart } from '#core/reports/server/api.ts';
import type { reportSections } from '../../common/report-sections.ts';
import { driverSummary } from './driver-summary.ts';
import { geofenceVisits } from './geofence-visits.ts';
import { idling } from './idling.ts';
import { jobCards } from './job-cards.ts';
import { journeys } from './journeys.ts';
import { mileage } from './mileage.ts';
import { overspeed } from './overspeed.ts';
import { stops } from './stops.ts';
import { vehiclePapers, vehicleSummary } from './vehicle-sections.ts';

const parts: Readonly<Record<keyof typeof reportSections, SectionPart>> = {
  'vehicle-summary': vehicleSummary,
  'driver-summary': driverSummary,
  journeys,
  stops,
  idling,
  mileage,
  'geofence-visits': geofenceVisits,
  overspeed,
  'job-cards': jobCards,
  'vehicle-papers': vehiclePapers,
};

/** A section that is declared without its part does not compile. */
export function provideReportSections(): void {
  for (const [kind, part] of Object.entries(parts)) provideReportSection(kind, part);
}
