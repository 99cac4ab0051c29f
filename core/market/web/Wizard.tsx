import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { draftOf } from '#platform/web/ui/form/drafts.ts';
import { WizardFrame } from '#platform/web/ui/wizard/WizardFrame.tsx';
import type { CartEntry } from '../common/cart.ts';
import type { OrderType, WizardStep } from '../common/manifest.ts';
import type { Product } from '../common/product.ts';
import type { Problem } from '../common/quote.ts';
import { editedIn } from './addresses/edit-address.ts';
import { useParamsOfAddress } from './addresses/use-address-params.ts';
import { useText } from './api.ts';
import { useProblemText } from './cart/problem-texts.ts';
import { useCart } from './cart/use-cart.ts';
import { useQuote } from './cart/use-quote.ts';
import classes from './Market.module.css';
import { Money } from './Money.tsx';
import { type SellingApp, useMarketAddress } from './selling-apps.ts';
import { stepContents } from './WizardSteps.tsx';
import {
  chosenIn,
  draftOfEntry,
  emptyDraft,
  entryOf,
  isComplete,
  optionsFor,
  type WizardDraft,
  withDevice,
} from './wizard-order.ts';
import { entryPrice } from './wizard-prices.ts';

/** The choices so far: kept for an hour, so that Back and a reload keep them. */
function useDraft(app: SellingApp, typeName: string, products: readonly Product[], edited: CartEntry | undefined) {
  const [params] = useParamsOfAddress();
  const type = app.orderTypes[typeName] as OrderType;
  const kept = draftOf(`order:${typeName}${edited ? ':edit' : ''}`, edited ?? emptyDraft);
  const [draft, setDraft] = useState<WizardDraft>(() => {
    const before = kept.read() as WizardDraft | null;
    const isAsked = (name: 'hardwareId' | 'productId') =>
      !params.has(name) || params.get(name) === String(before?.[name]);
    if (before && isAsked('hardwareId') && isAsked('productId')) return before;
    if (edited) return draftOfEntry(edited, products);
    const device = products.find(
      ({ kind, hardwareId }) => kind === 'device' && String(hardwareId) === params.get('hardwareId'),
    );
    const product = products.find(({ id }) => String(id) === params.get('productId'));
    return {
      ...emptyDraft,
      ...(device ? withDevice(device, type, products) : {}),
      ...(product ? { productId: product.id, solutionId: product.solutionIds[0] ?? null } : {}),
    };
  });
  const change = (changes: Partial<WizardDraft>) => {
    const next = { ...draft, ...changes };
    kept.save(next);
    setDraft(next);
  };
  return { draft, change, forget: kept.remove };
}

const nothing: readonly CartEntry[] = [];
type Props = { app: SellingApp; type: string; products: readonly Product[] };

/** The steps of an order. The step is in the address; the last one puts the order into the cart. */
export function Wizard({ app, type: typeName, products }: Props) {
  const t = useText();
  const [params, set] = useParamsOfAddress();
  const cart = useCart();
  const [edited] = useState(() => editedIn(params, cart.entries, products));
  const type = app.orderTypes[typeName] as OrderType;
  const { draft, change, forget } = useDraft(app, typeName, products, edited?.entry);
  const [added, setAdded] = useState(false);
  const chosen = chosenIn(draft, products);
  const options = chosen.device ? optionsFor(chosen.device, type, products) : [];
  const { steps } = type;
  const missing = steps.findIndex((step) => !isComplete(step, draft, chosen));
  const reached = missing === -1 ? steps.length - 1 : missing;
  const asked = params.has('step')
    ? steps.indexOf(params.get('step') as WizardStep)
    : draft.hardwareId !== null || draft.productId !== null
      ? Math.max(steps.indexOf('config'), steps.indexOf('devices'), steps.indexOf('quantity'))
      : 0;
  const active = Math.min(Math.max(asked, 0), reached);
  const step = steps[active] as WizardStep;
  const last = active === steps.length - 1;
  const entry = entryOf(app.id, typeName, type, draft, chosen, options);
  const complete = missing === -1 && entry !== null;
  const { problems } = useQuote(last && complete && !added ? [entry] : nothing);
  const close = { wizard: null, step: null, hardwareId: null, productId: null, ...noEdit };
  const goTo = (at: number, changes: Partial<WizardDraft> = {}) => {
    change(changes);
    set({ step: steps[at] ?? null, ...(edited ? {} : { hardwareId: null, productId: null }) });
  };
  const finish = () => {
    if (!entry) return;
    forget();
    if (edited) cart.replace(edited.at, entry);
    else cart.insert(entry);
    setAdded(true);
  };
  if (editing(params) && !edited) return <GoneFromCart />;
  if (added) return <Added edited={edited !== undefined} onMore={() => set(close)} />;
  const Content = stepContents[step];
  return (
    <WizardFrame
      steps={steps.map((one) => t(`steps.${one}`))}
      active={active}
      reached={reached}
      onStep={(at) => goTo(at)}
      onLeave={() => set(close)}
      summary={
        <>
          <Text span c="dimmed">
            {t('priceSoFar')}
          </Text>{' '}
          <span className={classes.price}>
            <Money of={entry ? entryPrice(entry, products) : 0} />
          </span>
        </>
      }
      finish={
        <Button onClick={finish} disabled={!complete || problems.length > 0 || (cart.full && !edited)}>
          {t(edited ? 'saveInCart' : 'addToCart')}
        </Button>
      }
    >
      <Content
        app={app}
        type={type}
        products={products}
        options={options}
        draft={draft}
        change={(changes, done) => {
          if (done && !last) goTo(active + 1, changes);
          else change(changes);
        }}
      />
      <Problems of={problems} />
    </WizardFrame>
  );
}

const noEdit = {
  mode: null,
  ordersIndexes: null,
  orderIndex: null,
  itemIndex: null,
  solutionId: null,
  tokens: null,
  pluginId: null,
} as const;
const editing = (params: URLSearchParams) => params.get('mode') === 'edit';

function Problems({ of }: { of: readonly Problem[] }) {
  const problemText = useProblemText();
  if (of.length === 0) return null;
  return (
    <Alert color="red" role="alert">
      {of.map((problem) => (
        <div key={`${problem.path} ${problem.word}`}>{problemText(problem)}</div>
      ))}
    </Alert>
  );
}

function Added({ edited, onMore }: { edited: boolean; onMore(): void }) {
  const t = useText();
  const address = useMarketAddress();
  return (
    <Alert color="teal" role="status" title={t(edited ? 'changedInCart' : 'addedToCart')}>
      <Group>
        <Button component={Link} to={address('cart')}>
          {t('openCart')}
        </Button>
        <Button variant="default" onClick={onMore}>
          {t('addAnother')}
        </Button>
      </Group>
    </Alert>
  );
}

function GoneFromCart() {
  const t = useText();
  const address = useMarketAddress();
  return (
    <Alert color="orange" title={t('notInCart')}>
      <Button component={Link} to={address('cart')} variant="default">
        {t('openCart')}
      </Button>
    </Alert>
  );
}
