import type { AppManifest } from '#platform/common/define-app.ts';

type App = Pick<AppManifest, 'web'>;

export const tariffsAddress = ({ web }: App): string => `${web}/tariffs/list`;
export const newTariffAddress = ({ web }: App): string => `${web}/tariffs/create`;
export const tariffAddress = ({ web }: App, id: number): string => `${web}/tariffs/edit/${id}`;
