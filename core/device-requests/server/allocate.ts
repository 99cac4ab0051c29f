import { changeOwner, deviceOfStock, oldestDevices } from '#core/inventory/server/api.ts';
import { changeTokenOwner, oldestTokens, tokenOfStock } from '#core/subscriptions/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refusalWithin } from '#platform/server/records/savepoint.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type AllocationOutcome, type deviceRequestRoutes, maxAllocated } from '../common/device-request.ts';
import { fitsToken, type ProductLine, productLinesOf } from './request-rows.ts';
import type { RequestCompanies } from './request-sides.ts';

type Changing = Context<typeof deviceRequestRoutes.change>;
type Item = { kind: 'device' | 'token'; id: number } | { kind: 'device'; serial: string };

/** The oldest of a product in stock. Refuses the whole call if there are too few. */
async function oldest(tx: Tx, integratorId: number, { product }: ProductLine, qty: number): Promise<Item[]> {
  const { kind, hardwareId, app, solutionIds, months } = product;
  const ids =
    kind === 'device'
      ? await oldestDevices(tx, integratorId, hardwareId ?? 0, qty)
      : await oldestTokens(tx, integratorId, { app, solutionIds, months: months ?? 0 }, qty);
  if (ids.length < qty) throw refuse(409, 'too-few-in-stock', { productId: product.id, left: ids.length }, '20080003');
  return ids.map((id) => ({ kind: kind === 'device' ? 'device' : 'token', id }));
}

/** What a call names: by ids, by serial numbers, and by products the oldest ones in stock. */
async function itemsOf(
  { tx, body }: Changing,
  { integratorId }: RequestCompanies,
  lines: readonly ProductLine[],
): Promise<Item[]> {
  const items: Item[] = [
    ...body.deviceIds.map((id) => ({ kind: 'device', id }) as const),
    ...body.serials.map((serial) => ({ kind: 'device', serial }) as const),
    ...body.tokenIds.map((id) => ({ kind: 'token', id }) as const),
  ];
  const count = body.lines.reduce((sum, { qty }) => sum + qty, items.length);
  if (count > maxAllocated) throw invalid('lines', 'tooManyLines');
  if (count === 0) throw invalid('deviceIds', 'Required');
  for (const { productId, qty } of body.lines) {
    const line = lines.find((one) => one.productId === productId);
    if (!line || line.qty - line.allocated < qty) throw invalid('lines', 'outOfRange');
    items.push(...(await oldest(tx, integratorId, line, qty)));
  }
  return items;
}

/** Gives one device or subscription to the customer. Refuses what no open line asks for. */
async function allocateItem(
  context: Changing,
  { companyId, integratorId }: RequestCompanies,
  lines: readonly ProductLine[],
  item: Item,
): Promise<ProductLine> {
  const { tx } = context;
  const open = (fits: (line: ProductLine) => boolean): ProductLine => {
    const asked = lines.filter(fits);
    if (asked.length === 0) throw refuse(409, 'not-requested');
    const line = asked.find(({ allocated, qty }) => allocated < qty);
    if (!line) throw refuse(409, 'all-allocated');
    return line;
  };
  if (item.kind === 'token') {
    const token = await tokenOfStock(tx, integratorId, item.id);
    const line = open(({ product }) => product.kind === 'tokenPackage' && fitsToken(product, token));
    await changeTokenOwner(context, token.id, companyId);
    return line;
  }
  const device = await deviceOfStock(tx, integratorId, item);
  const line = open(({ product }) => product.kind === 'device' && product.hardwareId === device.hardwareId);
  await changeOwner(context, device, companyId);
  return line;
}

/**
 * Allocates what a call names, each within a savepoint: what fails has its reason, and the others are done. The row of
 * the request must be locked. Runs as the role that sees all rows. Returns whether nothing is left to allocate.
 */
export async function allocate(
  context: Changing,
  request: RequestCompanies & { id: number },
): Promise<{ outcomes: AllocationOutcome[]; complete: boolean }> {
  const { tx } = context;
  const lines = await productLinesOf(context, request.id);
  const outcomes: AllocationOutcome[] = [];
  for (const item of await itemsOf(context, request, lines)) {
    const error = await refusalWithin(tx, async () => {
      const line = await allocateItem(context, request, lines, item);
      await tx
        .updateTable('deviceRequestLine')
        .set({ allocated: (row) => row('allocated', '+', 1) })
        .where('requestId', '=', request.id)
        .where('productId', '=', line.productId)
        .execute();
      line.allocated += 1;
    });
    const name = 'serial' in item ? item.serial : String(item.id);
    outcomes.push({ kind: item.kind, item: name, state: error === null ? 'done' : 'error', error });
  }
  return { outcomes, complete: lines.every(({ allocated, qty }) => allocated === qty) };
}
