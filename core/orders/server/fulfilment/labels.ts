import { sql } from 'kysely';
import { inventoryPath } from '#core/inventory/common/inventory-page.ts';
import { labelsOfStock } from '#core/inventory/server/api.ts';
import { requestPrint } from '#core/print/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import type { deploymentRoutes, LabelSheet } from '../../common/deployment.ts';

type Label = Omit<LabelSheet['labels'][number], 'address'> & { app: string };

const mostLabels = 1000;
type Sheet = { companyId: number; title: string; order: string; labels: readonly Label[]; language: 'en' | 'ar' };

/** Requests a sheet of labels. Refuses an empty one. */
async function requestSheet(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  { companyId, title, order, labels: found, language }: Sheet,
): Promise<{ id: number; companyId: number }> {
  const { kit } = context;
  const labels = found.map(({ app, ...label }) => {
    const found = kit.apps.find(({ id }) => id === app);
    const addressOf = (of: AppManifest) => `${usualAddress(of, inventoryPath)}?serial=${label.serial}`;
    return { ...label, address: appUrl(kit, found, addressOf) };
  });
  if (labels.length === 0) throw refuse(409, 'no-labels');
  const data: LabelSheet = { order, labels };
  return { companyId, id: await requestPrint(context, { companyId, page: 'device-labels', language, title, data }) };
}

/** Requests the labels of the devices of a model that the current company has in its inventory. */
export async function requestStockLabels(
  context: Context<typeof deploymentRoutes.stockLabels>,
): Promise<{ id: number; companyId: number }> {
  const { tx, actor, body } = context;
  const companyId = companyOf(actor);
  const labels = await labelsOfStock(tx, companyId, body.hardwareId, mostLabels);
  return requestSheet(context, { companyId, title: labels[0]?.nameEn ?? '', order: '', labels, language: body.lang });
}

/** Requests the sheet of labels of the devices of an order that are deployed by now. */
export async function requestLabels(
  context: Context<typeof deploymentRoutes.labels>,
): Promise<{ id: number; companyId: number }> {
  const { tx, params, body } = context;
  const order = await tx
    .selectFrom('orders')
    .select(['companyId', 'number'])
    .where('id', '=', params.id)
    .$narrowType<{ number: string }>()
    .executeTakeFirst();
  if (!order) throw refuse(404, 'not-found');
  const found = await sql<Label>`
    SELECT u.serial, l.name_en, l.name_ar, l.app FROM deploy_unit u JOIN order_line l ON l.id = u.line_id
     WHERE u.order_id = ${params.id} AND u.state = 'done' AND u.device_id IS NOT NULL ORDER BY l.position, u.n`.execute(
    tx,
  );
  const { companyId, number } = order;
  return requestSheet(context, { companyId, title: number, order: number, labels: found.rows, language: body.lang });
}
