import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Context } from '#platform/server/serve.ts';
import { type PanelPlace, visiblePanel } from './panel-rows.ts';

/** The panel, locked, if the caller may change it by this action for its company. */
export async function changeablePanel(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  id: number,
  action: string,
): Promise<PanelPlace> {
  const panel = await visiblePanel(tx, actor, id, action);
  changeableCompany(actor, panel.companyId);
  await tx.selectFrom('defconPanel').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return panel;
}
