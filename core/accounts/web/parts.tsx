import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';

export { AppOffers, useCompanyApps } from './companies/AppOffers.tsx';
export { BillingDetails } from './companies/BillingDetails.tsx';
export { CompanyField } from './companies/CompanyField.tsx';
export { CompanyHistory } from './companies/CompanyHistory.tsx';
export { CompanyOverview } from './companies/CompanyOverview.tsx';
export { CreateCompany } from './companies/CreateCompanyPage.tsx';
export { PackagesTab } from './companies/PackagesTab.tsx';
export { searchCompanies } from './companies/search-companies.ts';
export { useLeavingPerson } from './companies/staff/leaving-person.ts';
export { useCompany } from './companies/use-company.ts';
export { GuestsPage, type SubjectsInput } from './guests/GuestsPage.tsx';
export { PlainFrame } from './legal/PlainFrame.tsx';
export { resumePush } from './people/push-browser.ts';
export { type Proof, useProof } from './people/use-proof.tsx';

/** Loads with the page that shows it: the shell loads these parts with the first page. */
export const LinkList = lazyPart(() => import('./links/LinkList.tsx').then((module) => module.LinkList));
export const ContractOfCompany = lazyPart(() =>
  import('./relations/ContractOfCompany.tsx').then((module) => module.ContractOfCompany),
);
