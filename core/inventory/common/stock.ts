import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

/** The stock of a company: devices of the inventory by model, and unassigned subscriptions. */
const stock = z.object({
  devices: z.array(
    z.object({
      app: z.string(),
      solutionId: z.number(),
      hardwareId: z.number(),
      count: z.number(),
      /** Since when the company has the oldest one. */
      oldest: z.string(),
    }),
  ),
  tokens: z.array(
    z.object({
      app: z.string(),
      /** The solutions that they fit; empty fits all of the app. */
      solutionIds: z.array(z.number()),
      months: z.number(),
      count: z.number(),
    }),
  ),
});
export type Stock = z.infer<typeof stock>;

const deviceInStock = z.object({
  id: z.number(),
  companyId: z.number(),
  app: z.string(),
  solutionId: z.number(),
  hardwareId: z.number(),
  name: z.string(),
  serial: z.string(),
  createdAt: z.string(),
});
export type DeviceInStock = z.infer<typeof deviceInStock>;

export const stockList = {
  search: ['name'],
  filter: ['app', 'hardwareId'],
  sort: ['createdAt', 'name'],
  defaultSort: ['createdAt', 'asc'],
} as const satisfies ListSpec;

const access = { ...canDo('product.stock', 'read'), needsCompany: true } as const;

export const stockRoutes = {
  read: route.get('/device-stock', { access, reply: stock }),
  /** Devices of the inventory, the oldest first. */
  list: route.list('/device-stock/device', { access, reply: deviceInStock, list: stockList }),
};
