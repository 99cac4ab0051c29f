import type { ColumnType, Generated } from 'kysely';
import type { z } from 'zod';
import type { AdminType, CompanyType, Role } from '#platform/common/company-kinds.ts';
import type { BillingProfile } from '../common/billing-profile.ts';
import type { ComPackageKind } from '../common/com-package.ts';
import type { RequestType } from '../common/company-kinds.ts';
import type { RequestStatus } from '../common/company-request.ts';
import type { SignInEvent } from '../common/session-log.ts';
import type { User } from '../common/user.ts';

type Json = z.infer<ReturnType<typeof z.json>>;
type Instant = ColumnType<string, string | Date | undefined, string | Date>;
type MaybeInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;

declare module '#platform/server/tables.ts' {
  interface Tables {
    company: {
      id: number;
      name: string;
      email: string;
      type: CompanyType;
      status: Generated<'Active' | 'Inactive'>;
      timeZone: Generated<string>;
      countryId: number | null;
      logoId: number | null;
      createdAt: string;
    };
    billingProfile: BillingProfile & { companyId: number; createdAt: Generated<string> };
    users: {
      id: number;
      companyId: number | null;
      email: string;
      firstName: string;
      lastName: string;
      phone: string | null;
      phoneVerified: Generated<boolean>;
      locale: Generated<'en' | 'ar'>;
      role: Role;
      adminType: AdminType | null;
      fleetRole: string | null;
      countryId: ColumnType<number | null, number | null | undefined, number | null>;
      cityId: ColumnType<number | null, number | null | undefined, number | null>;
      status: Generated<User['status']>;
      passwordHash: string;
      expiresAt: MaybeInstant;
      lastLoginAt: MaybeInstant;
      removedAt: Generated<string | null>;
      emailConfirmed: Generated<boolean>;
      createdAt: string;
    };
    userAppRole: { userId: number; companyId: number; appId: string; role: string; createdAt: string };
    appTrial: {
      companyId: number;
      appId: string;
      startedBy: number | null;
      expiresAt: Instant;
      devices: number;
      used: Generated<number>;
      createdAt: string;
    };
    appRequest: { companyId: number; appId: string; requestedBy: number | null; createdAt: string };
    companyApp: { companyId: number; appId: string; createdAt: string };
    companyRelation: {
      id: number;
      providerId: number;
      clientId: number;
      status: 'pending' | 'engaged' | 'cancelled' | 'rejected' | 'disengaged';
      contractFrom: MaybeInstant;
      contractTo: MaybeInstant;
      contractStatus: Generated<'Active' | 'Inactive'>;
      contractAbilities: string[] | null;
      suspendedBy: Generated<number | null>;
      createdAt: string;
    };
    companyRequest: {
      id: number;
      senderId: number;
      destinationId: number | null;
      destinationEmail: ColumnType<string | null, string | null | undefined, string | null>;
      destinationType: ColumnType<CompanyType | null, CompanyType | null | undefined, CompanyType | null>;
      type: RequestType;
      status: Generated<RequestStatus>;
      relationId: ColumnType<number | null, number | null | undefined, number | null>;
      message: Generated<string>;
      reason: ColumnType<string | null, string | null | undefined, string | null>;
      contractFrom: MaybeInstant;
      contractTo: MaybeInstant;
      contractAbilities: string[] | null;
      invitationHash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
      createdAt: string;
      answeredAt: MaybeInstant;
      decidedElsewhere: Generated<boolean>;
      decidedAt: MaybeInstant;
    };
    comPackage: {
      id: number;
      companyId: number;
      kind: ComPackageKind;
      icon: number;
      total: number;
      remaining: number;
      createdAt: string;
    };
    /** A view: the relations that let a provider act today. */
    companyClient: { providerId: number; clientId: number; contractAbilities: string[] | null };
    session: {
      id: string;
      userId: number;
      createdAt: string;
      expiresAt: Instant;
      revokedAt: MaybeInstant;
      address: string | null;
      userAgent: string | null;
      impersonatedBy: Generated<number | null>;
      openerSession: Generated<string | null>;
      lastUsedAt: Generated<string>;
    };
    refreshToken: { tokenHash: Buffer; sessionId: string; usedAt: MaybeInstant };
    loginFailure: { email: string; place: string; failures: number; since: Instant; lockedUntil: MaybeInstant };
    accessLog: {
      id: number;
      companyId: number | null;
      userId: number | null;
      email: string;
      event: SignInEvent;
      address: string | null;
      userAgent: string | null;
      impersonatedBy: Generated<number | null>;
      page: ColumnType<string | null, string | undefined, never>;
      call: ColumnType<string | null, string | undefined, never>;
      actingFor: ColumnType<number | null, number | null | undefined, never>;
      createdAt: string;
    };
    preference: { userId: number; key: string; value: ColumnType<Json, string, string> };
  }
}
