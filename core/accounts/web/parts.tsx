export { AppOffers, useCompanyApps } from './companies/AppOffers.tsx';
