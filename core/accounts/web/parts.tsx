export { AppOffers, useCompanyApps } from './companies/AppOffers.tsx';
export { PlainFrame } from './legal/PlainFrame.tsx';
export { resumePush } from './people/push-browser.ts';
