export { type Letter, sendNotice } from './send-notice.ts';
