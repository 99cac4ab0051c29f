import { clientOf } from '#platform/web/client/client-of.ts';
import { deviceAppSlice } from '../../app.ts';

export const { overview } = clientOf(deviceAppSlice);
