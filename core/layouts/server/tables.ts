declare module '#platform/server/tables.ts' {
  interface Tables {
    layout: {
      id: number;
      companyId: number;
      structureId: number;
      floorId: number | null;
      name: string;
      fileId: number;
      width: number;
      height: number;
      createdAt: string;
    };
    layoutDevice: {
      deviceId: number;
      layoutId: number;
      companyId: number;
      x: number;
      y: number;
      createdAt: string;
    };
  }
}
