import type { Client } from '#platform/web/client/client-of.ts';
import type { PersonRoutes } from '../../common/people.ts';

export type PersonCalls = Client<{ person: PersonRoutes }>['person'];
