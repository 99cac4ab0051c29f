import { serve } from '#platform/server/serve.ts';
import { management } from '../app.ts';
import { customerHandlers } from './customers.ts';

export const managementServer = serve(management, { customer: customerHandlers });
