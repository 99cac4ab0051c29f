export { demoCompanies, demoUsers } from './demo.ts';
export { createFirstAdmin } from './first-admin.ts';
export { type Grants, identifier, type Who } from './identify.ts';
export { activePerson, assertUsersOf, companyTypeOf, findActivePeople, findUsers, type PersonName, personName, personNamed, personNameOf, usersOf } from './people.ts';
