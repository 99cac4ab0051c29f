export { requestScreens } from './pages.ts';
export { RequestsOfCompany } from './RequestsOfCompany.tsx';
export { useRequestChange } from './use-request-change.ts';
export { WaitingRequests } from './WaitingRequests.tsx';
