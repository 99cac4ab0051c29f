/*
 * Subqueries that other slices join, for plans that they show to people who may not read layouts. The caller checks who may.
 */

/** The plans of sites with their pictures. */
export const storedPlans = '(SELECT id, company_id, structure_id, name, file_id, width, height FROM layout)';

/** What is on plans: a device, a space, or a record of an app of a kind. */
export const placedItems =
  '(SELECT layout_id, device_id, space_id, app, kind, ref_id, x, y, turn, outline FROM layout_item)';
