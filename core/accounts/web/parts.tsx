export { AppOffers, useCompanyApps } from './companies/AppOffers.tsx';
export { BillingDetails } from './companies/BillingDetails.tsx';
export { CompanyField } from './companies/CompanyField.tsx';
export { searchCompanies } from './companies/search-companies.ts';
export { PlainFrame } from './legal/PlainFrame.tsx';
export { resumePush } from './people/push-browser.ts';
