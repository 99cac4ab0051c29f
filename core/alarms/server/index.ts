import './tables.ts';
import { provideReportSection } from '#core/reports/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { alarms } from '../app.ts';
import { recheckFollowing, recordSentCommand } from './lifecycle/device-commands.ts';
import { closeDeviceAlarms } from './lifecycle/device-uninstalled.ts';
import { deskHandlers } from './lists/alarm-handlers.ts';
import { alarmOverviewHandlers } from './lists/alarm-overview.ts';
import { alarmsReport } from './lists/alarm-report.ts';
import { bellHandlers } from './lists/bell.ts';
import { alarmTopics } from './live-topics.ts';
import { endPartiesOfContract } from './parties/end-parties.ts';

provideReportSection('alarms-count', alarmsReport);

export const alarmsServer = serve(
  alarms,
  { alarm: deskHandlers, bell: bellHandlers, overview: alarmOverviewHandlers },
  {
    topics: alarmTopics,
    listeners: {
      inTransaction: {
        'device.uninstalled': closeDeviceAlarms,
        'command.followed': recheckFollowing,
        'command.sent': recordSentCommand,
        'contract.ended': endPartiesOfContract,
      },
    },
    // With their timelines and notifications. Open alarms have no time of closing.
    retentions: [{ setting: 'alarms', table: 'alarm', at: 'closed_at' }],
  },
);
