import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Provider } from './provider.ts';
import { sandbox } from './sandbox.ts';
import { stripe } from './stripe.ts';

const providers = new WeakMap<Kit, Provider | null>();

function makeProvider(kit: Kit): Provider | null {
  const { payments } = kit.settings;
  if (payments?.stripe) return stripe(payments.stripe);
  return payments?.sandbox ? sandbox(kit) : null;
}

/** The card provider of the installation; null if it takes no cards. */
export function cardProvider(kit: Kit): Provider | null {
  const provider = providers.get(kit) ?? makeProvider(kit);
  providers.set(kit, provider);
  return provider;
}

/** Refuses if the installation takes no cards. */
export function assertCards(kit: Kit): Provider {
  const provider = cardProvider(kit);
  if (!provider) throw refuse(422, 'method-not-offered', {}, '20030005');
  return provider;
}

/** The provider of a stored payment; null for transfers, purchase orders, and a provider that is no longer used. */
export function providerNamed(kit: Kit, name: string): Provider | null {
  const provider = cardProvider(kit);
  return provider?.name === name ? provider : null;
}
