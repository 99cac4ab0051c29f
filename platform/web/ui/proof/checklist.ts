type Item = {
  /** The key of the answer. */
  key: string;
  label: string;
  hint?: string;
  required?: boolean;
};
/** An item of a checklist. A number has its limits; a photo may be of several. */
export type ChecklistItem =
  | (Item & { kind: 'text'; maxLength?: number })
  | (Item & { kind: 'boolean' })
  | (Item & { kind: 'number'; min?: number; max?: number; decimals?: number; unit?: string })
  | (Item & { kind: 'photo'; most?: number });

export type ChecklistAnswer = string | number | boolean | readonly File[];
/** The answers by the keys of the items; what is not answered is missing. */
export type ChecklistValue = Readonly<Record<string, ChecklistAnswer>>;

/** Why an answer is wrong: a text below `checklist` of the inputs, and its values. */
export type ChecklistFault = { key: string; text: 'missing' | 'below' | 'above'; values?: { bound: number } };

export const isAnswered = (answer: ChecklistAnswer | undefined): boolean =>
  typeof answer === 'string' ? answer.trim() !== '' : Array.isArray(answer) ? answer.length > 0 : answer !== undefined;

function faultOf(item: ChecklistItem, answer: ChecklistAnswer | undefined): ChecklistFault | null {
  const { key } = item;
  if (!isAnswered(answer)) return item.required ? { key, text: 'missing' } : null;
  if (item.kind !== 'number' || typeof answer !== 'number') return null;
  if (item.min !== undefined && answer < item.min) return { key, text: 'below', values: { bound: item.min } };
  if (item.max !== undefined && answer > item.max) return { key, text: 'above', values: { bound: item.max } };
  return null;
}

/** What is wrong with the answers, in the order of the items; a form is complete if this is empty. */
export const checklistFaults = (items: readonly ChecklistItem[], value: ChecklistValue): ChecklistFault[] =>
  items.flatMap((item) => faultOf(item, value[item.key]) ?? []);
