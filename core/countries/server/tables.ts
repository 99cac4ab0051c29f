declare module '#platform/server/tables.ts' {
  interface Tables {
    country: { id: number; code: string; nameEn: string; nameAr: string; timeZones: string[] };
    city: {
      id: number;
      countryId: number;
      nameEn: string;
      nameAr: string;
      population: number;
      lat: number;
      lng: number;
    };
  }
}

export {};
