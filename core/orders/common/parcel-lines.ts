import { physicalKinds } from '#core/market/common/product.ts';
import type { OrderLine } from './order.ts';
import type { Parcel } from './parcel.ts';

type Line = Pick<OrderLine, 'id' | 'path' | 'parent' | 'kind' | 'qty' | 'shippedQty'>;

const isSent = ({ kind }: Pick<Line, 'kind'>): boolean => physicalKinds.includes(kind);

/** The lines by which parcels are packed: parts within a device are sent with it. */
export function packedLines<One extends Line>(lines: readonly One[]): One[] {
  const sent = new Set(lines.filter(isSent).map(({ path }) => path));
  return lines.filter((line) => isSent(line) && !(line.parent !== null && sent.has(line.parent)));
}

/**
 * The contents of a parcel: the chosen pieces of the packed lines, with the matching quantity of the parts within each.
 */
export function parcelLines(lines: readonly Line[], chosen: ReadonlyMap<number, number>): Parcel['lines'] {
  const within = (line: Line, qty: number): Parcel['lines'] => [
    ...(qty > 0 ? [{ lineId: line.id, qty }] : []),
    ...lines
      .filter((part) => part.parent === line.path && isSent(part))
      .flatMap((part) =>
        within(part, Math.max(0, Math.round((part.qty * (line.shippedQty + qty)) / line.qty) - part.shippedQty)),
      ),
  ];
  return packedLines(lines).flatMap((line) => {
    const qty = chosen.get(line.id) ?? 0;
    return qty > 0 ? within(line, qty) : [];
  });
}
