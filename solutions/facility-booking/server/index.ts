import { serve } from '#platform/server/serve.ts';
import { facilityBooking } from '../app.ts';

export const facilityBookingServer = serve(facilityBooking, {});
