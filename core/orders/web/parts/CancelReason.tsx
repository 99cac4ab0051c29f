import { useLabels } from '#platform/web/i18n/texts.ts';

/** Why an order was cancelled: what a person has entered, or the text of the server's own reason. */
export function CancelReason({ of }: { of: string }) {
  const { label, has } = useLabels('orders');
  const key = `cancelReasons.${of}`;
  return <bdi>{has(key) ? label(key) : of}</bdi>;
}
