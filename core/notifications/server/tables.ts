declare module '#platform/server/tables.ts' {
  interface Tables {
    notificationGroup: {
      id: number;
      companyId: number;
      appId: string;
      name: string;
      description: string;
      createdAt: string;
    };
  }
}

export {};
