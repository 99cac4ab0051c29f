import type { AccessRule } from '#platform/common/access.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';

/** The people to whom sites, devices and alarms are offered: a Financial Admin deals with money. */
export const operations: AccessRule = { or: [{ companyTypes }, { adminTypes: ['Super Admin'] }] };
