import { nameRegistry } from '#platform/common/registry/registry.ts';
import './manifest.ts';

/** The kinds of notices that slices declare. */
export const noticeKinds = nameRegistry('kind of notices', (app) => app.noticeKinds);
