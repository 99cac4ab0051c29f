import type { HardwareModel } from '../../common/manifest.ts';

export type PathsOfDevice = {
  /** How long each of its paths may be silent in seconds. */
  paths: ReadonlyMap<string, number>;
  /** The path of messages that name none of them; null if they count for none. */
  usualPath: string | null;
};

/** SQL for the paths that an app watches for the device `d`, the usual one first: `[line, seconds]`. */
export const enteredPaths = `coalesce((SELECT jsonb_agg(jsonb_build_array(p.line, p.supervision_seconds) ORDER BY p.place)
   FROM device_path p WHERE p.device_id = d.id AND p.place IS NOT NULL), '[]')`;

/** How long the device `d` may be silent as its own paths have it: the longest time of one that is alive; null without any. */
export const secondsOfPaths = `(SELECT coalesce(max(p.supervision_seconds) FILTER (WHERE p.state = 'alive'), max(p.supervision_seconds))
   FROM device_path p WHERE p.device_id = d.id AND p.place IS NOT NULL)`;

const none: PathsOfDevice['paths'] = new Map();

/** Its own paths, or else those of its model. */
export function pathsOfDevice(
  own: readonly (readonly [line: string, seconds: number])[],
  model: HardwareModel | undefined,
): PathsOfDevice {
  const [first] = own;
  if (first) return { paths: new Map(own), usualPath: first[0] };
  const ofModel = Object.entries(model?.paths ?? {});
  const paths = new Map(ofModel.map(([line, { supervisionSeconds }]) => [line, supervisionSeconds]));
  return { paths: paths.size > 0 ? paths : none, usualPath: null };
}
