import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { STOREFRONT_ID } from '#contract/customer/storefront-id.ts';
import { PORTAL_LISTENS, readThemeMessage, type ThemeDraft } from '#core/theme-draft.ts';
import { portalCall, type Answer } from './api.ts';
import type { Language } from '#core/texts/languages.ts';
import { currentLanguage, ownText, readTexts, wishedLanguages } from './texts.ts';

export type Store = Answer<'storefront'>;

export const StoreContext = createContext<Store | null>(null);

/** The store whose portal this is. Screens are drawn only once it is known. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('a portal screen was drawn without its store');
  return store;
}

/** The store that came with the page; null where it came without. */
export function shippedWithPage(): Store | null {
  const shipped = document.getElementById(STOREFRONT_ID)?.textContent;
  return shipped ? (JSON.parse(shipped) as Store) : null;
}

function shippedStore(slug: string): Store | null {
  const store = shippedWithPage();
  if (!store) return null;
  // In another language than the shopper chose, the store's own texts have to be asked for.
  return store.slug === slug && store.language === currentLanguage() ? store : null;
}

const OWN_TEXTS = [
  'heading',
  'pageTitle',
  'footerText',
  'orderLookupDetailText',
  'orderLookupGiftReturnDetailText',
  'orderNumberDescriptionText',
  'orderHubStartRequestTitleText',
  'orderHubStartRequestDetailText',
  'warrantyItemsDetailText',
  'offerRefundDetailText',
  'offerGiftCardDetailText',
  'creditHeadlineText',
  'creditDetailText',
] as const satisfies readonly (keyof Store)[];

/** The store with its own texts in the language in use. */
export const inLanguage = (store: Store, _language: Language): Store => ({
  ...store,
  ...Object.fromEntries(OWN_TEXTS.map((name) => [name, ownText(store[name])])),
});

/** Reads the store's brand and texts; `error` and `data` are both null while that runs. */
export function useStorefront(slug: string): {
  data: Store | null;
  error: unknown;
  retry: () => void;
} {
  const [state, setState] = useState<{ data: Store | null; error: unknown }>(() => ({
    data: shippedStore(slug),
    error: null,
  }));
  const [tries, setTries] = useState(0);
  const isKnown = state.data !== null;
  useEffect(() => {
    if (isKnown) return undefined;
    const controller = new AbortController();
    const query = { languages: wishedLanguages().join(',') };
    portalCall('storefront', { params: { slug }, query }, controller.signal)
      // In the language that the store offers; without its texts the page stays in the one it has.
      .then(async (data) => {
        await readTexts(data.language, data.texts).catch(() => undefined);
        return data;
      })
      .then(
        (data) => setState({ data, error: null }),
        (error: unknown) => {
          if (!controller.signal.aborted) setState({ data: null, error });
        },
      );
    return () => controller.abort();
  }, [slug, tries, isKnown]);
  const retry = useCallback(() => {
    setState({ data: null, error: null });
    setTries((before) => before + 1);
  }, []);
  return { ...state, retry };
}

/** The theme as the settings that frame this portal have it, unsaved; null outside of them. Other origins aren't listened to. */
export function useThemeDraft(): ThemeDraft | null {
  const [draft, setDraft] = useState<ThemeDraft | null>(null);
  useEffect(() => {
    const { parent, location } = window;
    if (parent === window) return undefined;
    const read = ({ source, origin, data }: MessageEvent<unknown>): void => {
      const said = source === parent && origin === location.origin ? readThemeMessage(data) : null;
      if (said) setDraft(said);
    };
    window.addEventListener('message', read);
    parent.postMessage(PORTAL_LISTENS, location.origin);
    return () => window.removeEventListener('message', read);
  }, []);
  return draft;
}
