import { deviceAppDemo, deviceAppHandlers } from '#core/device-app/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { swam } from '../app.ts';
import { demo } from './demo.ts';
import { portfolio } from './portfolio.ts';

export const swamServer = serve(swam, { ...deviceAppHandlers(demo.app), analysis: { portfolio } }, deviceAppDemo(demo));
