export { demoCompanies, demoUsers } from './demo.ts';
export { createFirstAdmin } from './first-admin.ts';
export { type Grants, identifier, type Who } from './identify.ts';
export { assertUsersOf, companyTypeOf, findUsers, type PersonName, usersOf } from './people.ts';
