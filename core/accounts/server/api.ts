export { logAskedPage } from './access-log.ts';
export { addComUnits } from './com-packages.ts';
export { demoCompanies, demoUsers } from './demo.ts';
export { grantApp } from './entitlements.ts';
export { createFirstAdmin } from './first-admin.ts';
export { type Grants, identifier, type Who } from './identify.ts';
export { pageName } from './page-name.ts';
export {
  type Administrator,
  actedFor,
  activePerson,
  administratorsOf,
  assertUsersOf,
  type Contact,
  companyNamed,
  companyTypeOf,
  companyZone,
  contactsOf,
  findActivePeople,
  findUsers,
  type PersonName,
  personName,
  personNamed,
  personNameOf,
  runningProviders,
  usersOf,
} from './people.ts';
export { refusalLog } from './refusal-log.ts';
export { queueSms } from './sms.ts';
export { assertMayLearn } from './told-taken.ts';
