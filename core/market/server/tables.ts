// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    companyAddress: {
      id: GeneratedAlways<number>;
      companyId: number;
      label: string;
      recipient: string;
      phone: string;
      countryId: number;
      cityId: number | null;
      area: Generated<string>;
      street: Generated<string>;
      building: Generated<string>;
      unit: Generated<string>;
      code: Generated<string>;
      lat: number | null;
      lng: number | null;
      note: Generated<string>;
      isDefault: Generated<boolean>;
      createdAt: DefaultInstant;
    };
    discount: {
      id: GeneratedAlways<number>;
      code: string;
      kind: 'percentage' | 'fixed';
      percent: number | null;
      amountCents: number | null;
      scope: Generated<'whole' | 'app' | 'product'>;
      targets: Generated<string[]>;
      companyId: number | null;
      validFrom: Instant | null;
      validTo: Instant | null;
      usageLimit: number | null;
      used: Generated<number>;
      oncePerCompany: Generated<boolean>;
      minimumCents: number | null;
      active: Generated<boolean>;
      noteEn: Generated<string>;
      noteAr: Generated<string>;
      version: Generated<number>;
      createdAt: DefaultInstant;
      search: GeneratedAlways<string | null>;
    };
    discountRate: {
      id: GeneratedAlways<number>;
      companyId: number | null;
      companyType: string | null;
      app: string | null;
      percent: number;
      validFrom: string | null;
      validTo: string | null;
      createdAt: DefaultInstant;
    };
    discountRedemption: {
      id: GeneratedAlways<number>;
      discountId: number;
      orderId: number;
      companyId: number;
      amountCents: number;
      oncePerCompany: boolean;
      releasedAt: Instant | null;
      createdAt: DefaultInstant;
    };
    marketCountry: {
      id: GeneratedAlways<number>;
      countryId: number;
      validFrom: string;
      taxPercent: number;
      sellerTrn: string | null;
      shippingCents: number;
      currency: string;
      perDollar: number;
      languages: Generated<string[]>;
      createdBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    marketCustomized: {
      id: GeneratedAlways<number>;
      companyId: number;
      productId: number;
      nameEn: string | null;
      nameAr: string | null;
      priceCents: number | null;
      hidden: Generated<boolean>;
      note: Generated<string>;
      createdAt: DefaultInstant;
    };
    marketOption: {
      parentId: number;
      itemId: number;
      groupId: string | null;
      dependsOn: number | null;
      included: Generated<boolean>;
      min: Generated<number>;
      max: Generated<number>;
      preset: Generated<number>;
    };
    marketProduct: {
      id: GeneratedAlways<number>;
      sku: string;
      kind: string;
      app: string;
      solutionIds: Generated<number[]>;
      hardwareId: number | null;
      fits: Generated<number[]>;
      nameEn: string;
      nameAr: string;
      summaryEn: Generated<string>;
      summaryAr: Generated<string>;
      descriptionEn: Generated<string>;
      descriptionAr: Generated<string>;
      priceCents: number | null;
      months: number | null;
      units: number | null;
      icon: number | null;
      minQty: Generated<number>;
      maxQty: Generated<number>;
      stock: number | null;
      reserved: Generated<number>;
      leadTimeDays: Generated<number>;
      siAvailable: Generated<boolean>;
      active: Generated<boolean>;
      drawing: Generated<string>;
      offer: Generated<unknown>;
      soldQty90: Generated<number>;
      sort: Generated<number>;
      version: Generated<number>;
      createdAt: DefaultInstant;
      search: GeneratedAlways<string | null>;
      restockOn: string | null;
    };
    marketQuote: {
      id: GeneratedAlways<number>;
      number: GeneratedAlways<string>;
      companyId: number | null;
      name: string;
      email: string;
      phone: string;
      company: Generated<string>;
      countryId: number;
      message: Generated<string>;
      lines: unknown;
      state: Generated<'new' | 'answered' | 'closed'>;
      createdAt: DefaultInstant;
    };
    marketSeller: {
      id: GeneratedAlways<number>;
      validFrom: string;
      legalNameEn: string;
      legalNameAr: string;
      addressEn: string;
      addressAr: string;
      bank: string;
      iban: string;
      swift: string;
      createdBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
  }
}
