import { serve } from '#platform/server/serve.ts';
import { schedules } from '../app.ts';
import { demo } from './demo.ts';
import { publicHolidayHandlers } from './public-holidays.ts';
import { scheduleHandlers } from './schedules.ts';
import './tables.ts';

export const schedulesServer = serve(
  schedules,
  { schedule: scheduleHandlers, publicHoliday: publicHolidayHandlers },
  { demo },
);
