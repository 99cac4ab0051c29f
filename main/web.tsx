import type { BoundApp } from '#platform/web/shell/bind-pages.ts';
import { startWeb } from '#platform/web/start.tsx';
import { apps } from './apps.ts';

const locales = import.meta.glob(['../core/*/locales/*.json', '../solutions/*/locales/*.json'], { import: 'default' });
const bindings = import.meta.glob<Record<string, BoundApp>>(['../core/*/web/index.tsx', '../solutions/*/web/index.tsx'], { eager: true });

// A slice without screens binds none; its manifest still counts for access.
const bound = Object.values(bindings).flatMap((module) => Object.values(module));
const ordered = apps.map((app): BoundApp => bound.find((one) => one.app.id === app.id) ?? { app, loaders: {} });

void startWeb({ apps: ordered, locales });
