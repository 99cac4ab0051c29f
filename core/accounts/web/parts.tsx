export { AppOffers, useCompanyApps } from './companies/AppOffers.tsx';
export { resumePush } from './people/push-browser.ts';
