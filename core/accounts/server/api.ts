export type { PushNotice } from '../common/push.ts';

import './people/events.ts';
import './companies/events.ts';
import './relations/contract-events.ts';

export { type BillingParty, billingPartyOf, billsEmailOf, isSaudi } from './companies/billing-profile.ts';
export { addComUnits, comUnitBalances, takeBackComUnits } from './companies/com-packages.ts';
export { takeTrialSubscription } from './companies/company-apps.ts';
export {
  type CustomerSummary,
  companyName,
  companyNamed,
  companyNameOf,
  companyTypeOf,
  companyZoneSql,
  countryOfCompany,
  customersOf,
  providersWith,
  runningProviders,
  zoneOfCompany,
} from './companies/company-facts.ts';
export { companyOfAddress } from './companies/company-of-address.ts';
export { createCompany } from './companies/create-company.ts';
export { grantApp, holdsApp, isActiveCompany } from './companies/entitlements.ts';
export { type DemoCustomer, demoCompanies, demoCustomers, demoUsers } from './demo.ts';
export { addDemoCompanies, addDemoContract, addDemoPeople, type DemoPerson } from './demo-partners.ts';
export { guestHandlers } from './guests/guest-handlers.ts';
export { subjectsOfGuest } from './guests/guest-subjects.ts';
export { endGuest, inviteGuest } from './guests/invite-guest.ts';
export { isSamePin, linkFinder } from './links/find-link.ts';
export {
  linkFor,
  linkHash,
  maxWrongPins,
  newLinkSecret,
  renewLink,
  revokeLinks,
  type SignedLink,
} from './links/signed-links.ts';
export { mailPeople, mailStrangers, mailTypedAddress, mayMailRequest } from './messages/recipients.ts';
export { takeFailedSms } from './messages/sms.ts';
export { smsPeople, smsPeopleFrom, smsStrangers } from './messages/sms-recipients.ts';
export { pageName } from './page-name.ts';
export {
  type Administrator,
  actedFor,
  activePerson,
  activeStaff,
  administratorsOf,
  assertUsersOf,
  type ContactWithRoles,
  companyOfPerson,
  companyOfStaff,
  contactsOf,
  contactsWithRoles,
  findActivePeople,
  findUsers,
  hasColleague,
  type PersonContact,
  type PersonName,
  personCanWork,
  personNamed,
  personNameOf,
  personNameSql,
  platformAdministrators,
  staffOf,
  usersOf,
} from './people/people.ts';
export { type SessionUser, staffActingFor, staffNow } from './people/person-now.ts';
export { assertMayLearn } from './people/taken-answers.ts';
export { queuePushes, takeFailedPushes } from './push/push-outbox.ts';
export { clientById } from './relations/clients.ts';
export { withinContract } from './relations/contract.ts';
export { type ContractOfKind, contractsOfKind, runningContracts } from './relations/contracts-of-kind.ts';
export { decideDeviceRequest, sendDeviceRequest } from './relations/device-requests.ts';
export { contractDues } from './relations/ended-contracts.ts';
export { hasRunningContract } from './relations/relation-rows.ts';
export { logAskedPage, tokenCallLog } from './sign-in/access-log.ts';
export { type Grants, identifier } from './sign-in/identify.ts';
export { refusalLog } from './sign-in/refusal-log.ts';
export { assertRecentProof } from './sign-in/second-factor/recent-proof.ts';
export { createFirstAdmin } from './sign-in/sign-up/first-admin.ts';
