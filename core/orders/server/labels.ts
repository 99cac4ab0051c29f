import { sql } from 'kysely';
import { requestPrint } from '#core/print/server/api.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { deploymentRoutes, LabelSheet } from '../common/deployment.ts';

type Label = Omit<LabelSheet['labels'][number], 'address'> & { app: string };

/** Requests the sheet of labels of the devices of an order that are deployed by now. */
export async function requestLabels(
  context: Context<typeof deploymentRoutes.labels>,
): Promise<{ id: number; companyId: number }> {
  const { tx, kit, params, body } = context;
  const orders = await sql<{ companyId: number; number: string }>`
    SELECT company_id, number FROM orders WHERE id = ${params.id}`.execute(tx);
  const [order] = orders.rows;
  if (!order) throw refuse(404, 'not-found');
  const found = await sql<Label>`
    SELECT u.serial, l.name_en, l.name_ar, l.app FROM deploy_unit u JOIN order_line l ON l.id = u.line_id
     WHERE u.order_id = ${params.id} AND u.state = 'done' AND u.device_id IS NOT NULL ORDER BY l.position, u.n`.execute(
    tx,
  );
  const labels = found.rows.map(({ app, ...label }) => {
    const web = kit.apps.find(({ id }) => id === app)?.web ?? '';
    return { ...label, address: `${kit.publicUrl}${web}/devices/inventory?serial=${label.serial}` };
  });
  if (labels.length === 0) throw refuse(409, 'no-labels');
  const { companyId, number } = order;
  const data: LabelSheet = { order: number, labels };
  return {
    companyId,
    id: await requestPrint(context, { companyId, page: 'device-labels', language: body.lang, title: number, data }),
  };
}
