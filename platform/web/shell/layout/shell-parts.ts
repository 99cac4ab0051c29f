import type { ComponentType } from 'react';
import type { ListPart } from '../../ui/list/added-to-list.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import type { BoundApp, RecordTones } from '../routing/bind-pages.ts';

let bound: readonly BoundApp[] = [];
let placed: ReadonlyMap<string, readonly { id: string; Part: ComponentType }[]> = new Map();
let listParts: ReadonlyMap<string, ListPart> = new Map();
let inHeader: readonly { id: string; Part: ComponentType }[] = [];

/** The components of the apps in a place of a page, in the order of the apps. */
export const placedParts = (place: string) => placed.get(place) ?? [];

const listKey = (app: string, list: string) => `${app} ${list}`;
/** What an app adds to one of its lists; undefined for nothing. */
export const listPartOf = (app: string, list: string): ListPart | undefined => listParts.get(listKey(app, list));

/** Registers the apps of this build and their shell parts; the router calls it once. */
export function registerParts(apps: readonly BoundApp[]): void {
  bound = apps;
  const parts = apps.flatMap(({ app, parts: { places = {} } }) =>
    Object.entries(places).map(([place, load]) => ({
      place,
      id: app.id,
      Part: lazyPart(async () => (await load()).PlacedPart),
    })),
  );
  placed = Map.groupBy(parts, ({ place }) => place);
  listParts = new Map(
    apps.flatMap(({ app, parts: { lists = {} } }) =>
      Object.entries(lists).map(
        ([list, load]) => [listKey(app.id, list), lazyPart(async () => (await load()).ListPart)] as const,
      ),
    ),
  );
  inHeader = apps.flatMap(({ app, parts: { header } }) =>
    header ? [{ id: app.id, Part: lazyPart(async () => (await header()).HeaderPart) }] : [],
  );
}
export const boundApps = (): readonly BoundApp[] => bound;

/** The header components of the apps, in the order of the apps. */
export const headerParts = () => inHeader;

/** The tones of the records of a kind, of the slice that knows them; null if none does. */
export async function findTones(kind: string): Promise<RecordTones | null> {
  const loaded = await Promise.all(bound.map(({ parts }) => parts.tones?.()));
  return loaded.map((module) => module?.tones[kind]).find((tones) => tones !== undefined) ?? null;
}
