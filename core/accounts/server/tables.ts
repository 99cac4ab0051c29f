// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';
import type { Columns } from './columns.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    accessLog: {
      id: GeneratedAlways<number>;
      companyId: number | null;
      userId: number | null;
      email: string;
      event:
        | 'login'
        | 'logout'
        | 'failed'
        | 'locked'
        | 'reuse'
        | 'password-changed'
        | 'password-reset'
        | 'link-sent'
        | 'tfa-on'
        | 'tfa-off'
        | 'tfa-reset'
        | 'email-changed'
        | 'email-asked'
        | 'email-undone'
        | 'recovery-code'
        | 'verified'
        | 'signed-up'
        | 'session-ended'
        | 'login-as-owner'
        | 'page-asked'
        | 'unconfirmed'
        | 'refused'
        | 'token-call';
      address: string | null;
      userAgent: string | null;
      createdAt: DefaultInstant;
      impersonatedBy: Generated<number | null>;
      search: GeneratedAlways<string | null>;
      page: string | null;
      actingFor: number | null;
      call: string | null;
      tokenId: number | null;
      tokenName: string | null;
    };
    accountToken: {
      id: GeneratedAlways<number>;
      userId: number;
      purpose: 'verify' | 'reset' | 'phone' | 'invite' | 'email' | 'email-undo' | 'sign-in';
      tokenHash: Buffer;
      expiresAt: Instant;
      tries: Generated<number>;
      createdAt: DefaultInstant;
      address: string | null;
    };
    appRequest: {
      companyId: number;
      appId: string;
      requestedBy: number | null;
      createdAt: DefaultInstant;
    };
    appTrial: {
      companyId: number;
      appId: string;
      startedBy: number | null;
      expiresAt: Instant;
      devices: number;
      used: Generated<number>;
      createdAt: DefaultInstant;
    };
    billingProfile: {
      companyId: number;
      legalNameEn: string;
      legalNameAr: string;
      trn: string | null;
      addressEn: string | null;
      addressAr: string | null;
      billsEmail: string | null;
      createdAt: DefaultInstant;
    };
    billsAddressChange: {
      companyId: number;
      email: string;
      tokenHash: Buffer;
      expiresAt: Instant;
    };
    comPackage: {
      id: GeneratedAlways<number>;
      companyId: number;
      kind: 'sms' | 'calling' | 'communication';
      icon: number;
      total: number;
      remaining: number;
      createdAt: DefaultInstant;
    };
    company: {
      id: GeneratedAlways<number>;
      name: string;
      email: string;
      type: Columns['company']['type'];
      status: Generated<'Active' | 'Inactive'>;
      timeZone: Generated<string>;
      countryId: number | null;
      createdAt: DefaultInstant;
      search: GeneratedAlways<string | null>;
      logoId: number | null;
    };
    companyApp: {
      companyId: number;
      appId: string;
      createdAt: DefaultInstant;
    };
    companyClient: {
      providerId: Columns['companyClient']['providerId'];
      clientId: Columns['companyClient']['clientId'];
      contractAbilities: Columns['companyClient']['contractAbilities'];
      contractResources: Columns['companyClient']['contractResources'];
    };
    companyRelation: {
      id: GeneratedAlways<number>;
      providerId: number;
      clientId: number;
      status: 'pending' | 'engaged' | 'cancelled' | 'rejected' | 'disengaged';
      contractFrom: Instant | null;
      contractTo: Instant | null;
      contractStatus: Generated<'Active' | 'Inactive'>;
      contractAbilities: string[] | null;
      createdAt: DefaultInstant;
      suspendedBy: number | null;
      endsAt: Instant | null;
      contractResources: number[] | null;
    };
    companyRequest: {
      id: GeneratedAlways<number>;
      senderId: number;
      destinationId: number | null;
      destinationEmail: string | null;
      destinationType: Columns['companyRequest']['destinationType'] | null;
      type: 'ProviderEngagement' | 'ClientEngagement' | 'RenewContract' | 'CancelContract' | 'Device';
      status: Generated<'pending' | 'engaged' | 'cancelled' | 'rejected' | 'disengaged'>;
      relationId: number | null;
      message: Generated<string>;
      reason: string | null;
      contractFrom: Instant | null;
      contractTo: Instant | null;
      contractAbilities: string[] | null;
      invitationHash: Buffer | null;
      createdAt: DefaultInstant;
      decidedAt: Instant | null;
      answeredAt: Instant | null;
      decidedElsewhere: Generated<boolean>;
      contractResources: number[] | null;
    };
    formerFleetRole: {
      userId: number;
      companyId: number;
      role: string;
    };
    guestSubject: {
      userId: number;
      companyId: number;
      appId: string;
      subjectType: string;
      subjectId: number;
      createdAt: DefaultInstant;
    };
    knownBrowser: {
      userId: number;
      tokenHash: Buffer;
      lastUsedAt: DefaultInstant;
    };
    loginFailure: {
      email: string;
      place: string;
      failures: number;
      since: DefaultInstant;
      locks: Generated<number>;
      lockedUntil: Instant | null;
    };
    mailCount: {
      day: Generated<string>;
      key: string;
      sent: number;
    };
    preference: {
      userId: number;
      key: string;
      value: Columns['preference']['value'];
    };
    pushOutbox: {
      id: Generated<string>;
      laneId: number | null;
      payload: string;
      state: Generated<'waiting' | 'delivered' | 'failed'>;
      attempts: Generated<number>;
      nextAttemptAt: DefaultInstant;
      createdAt: DefaultInstant;
      reference: string | null;
    };
    pushSubscription: {
      id: GeneratedAlways<number>;
      userId: number;
      sessionId: string;
      endpoint: string;
      p256dh: string;
      auth: string;
      userAgent: string | null;
      createdAt: DefaultInstant;
      deliveredAt: Instant | null;
      busyUntil: Instant | null;
    };
    recoveryCode: {
      userId: number;
      codeHash: Buffer | null;
      id: GeneratedAlways<number>;
      slowHash: string | null;
    };
    refreshToken: {
      tokenHash: Buffer;
      sessionId: string;
      usedAt: Instant | null;
    };
    roleField: {
      field: string;
      appId: string;
    };
    secondFactor: {
      userId: number;
      sealed: Buffer;
      enabled: Generated<boolean>;
      lastStep: Generated<number>;
    };
    session: {
      id: Generated<string>;
      userId: number;
      createdAt: DefaultInstant;
      expiresAt: Instant;
      revokedAt: Instant | null;
      address: string | null;
      userAgent: string | null;
      impersonatedBy: number | null;
      openerSession: string | null;
      lastUsedAt: DefaultInstant;
      provedAt: Instant | null;
    };
    signUp: {
      tokenHash: Buffer;
      userId: number;
      passwordHash: string;
      account: unknown;
      expiresAt: Instant;
      createdAt: DefaultInstant;
    };
    signedLink: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      kind: string;
      subjectType: string;
      subjectId: number;
      holder: Generated<string>;
      tokenHash: Buffer;
      sealed: Buffer | null;
      wrongPins: Generated<number>;
      fromAt: DefaultInstant;
      untilAt: Instant;
      blockedAt: Instant | null;
      revokedAt: Instant | null;
      lastUsedAt: Instant | null;
      createdBy: Generated<number | null>;
      createdAt: DefaultInstant;
      openings: Generated<number>;
      endedAt: GeneratedAlways<Instant | null>;
      search: GeneratedAlways<string | null>;
    };
    smsOutbox: {
      id: GeneratedAlways<number>;
      recipient: string;
      text: string;
      createdAt: DefaultInstant;
      sentAt: Instant | null;
      attempts: Generated<number>;
      lastError: string | null;
      nextAttemptAt: DefaultInstant;
      reference: string | null;
    };
    toldTaken: {
      day: Generated<string>;
      companyId: number;
      told: number;
    };
    userAppRole: {
      userId: number;
      companyId: number;
      appId: string;
      role: string;
      createdAt: DefaultInstant;
    };
    users: {
      id: GeneratedAlways<number>;
      companyId: number | null;
      email: string;
      firstName: string;
      lastName: string;
      phone: string | null;
      phoneVerified: Generated<boolean>;
      locale: Generated<'en' | 'ar'>;
      role: 'Viewer' | 'Operator' | 'Admin';
      adminType: 'Super Admin' | 'Financial Admin' | null;
      status: Generated<'active' | 'inactive' | 'suspended'>;
      passwordHash: string;
      expiresAt: Instant | null;
      lastLoginAt: Instant | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      countryId: number | null;
      cityId: number | null;
      removedAt: Instant | null;
      emailConfirmed: Generated<boolean>;
      expiryDue: Instant | null;
      kind: Generated<'staff' | 'guest'>;
    };
    vapidKey: {
      onlyOne: Generated<boolean>;
      publicKey: string;
      sealed: Buffer;
      createdAt: DefaultInstant;
    };
  }
}
