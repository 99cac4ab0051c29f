import { Navigate } from 'react-router';
import { addresses, useOwnCompany } from './own-company.ts';

/** Redirects to the person's own company; people of the platform without a customer to the list of companies. */
export function OwnCompanyPage() {
  const own = useOwnCompany();
  return <Navigate to={own === null ? addresses.list : addresses.profile(own)} replace />;
}
