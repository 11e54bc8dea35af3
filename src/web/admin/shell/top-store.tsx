import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import logo from '../favicon.svg';
import type { Me, MyStore } from './access.ts';
import { StorePicker } from './store-picker.tsx';

/** The way home and the picker of stores; without a store, home is the concierge. */
export const TopStore = ({ me, store }: { me: Me; store: MyStore | null }) => (
  <>
    {store ? (
      <Link className="mg-logo" to="/$storeId" params={{ storeId: store.id }} aria-label="Makegood, store home">
        {LOGO}
      </Link>
    ) : (
      <Link className="mg-logo" to="/concierge" aria-label="Makegood, concierge">
        {LOGO}
      </Link>
    )}
    <div className="mg-top-store">
      <span className="mg-slash" aria-hidden>
        /
      </span>
      <StorePicker stores={me.stores} store={store} />
    </div>
  </>
);

const LOGO: ReactNode = (
  <>
    <img src={logo} alt="" width={24} height={24} />
    <span className="mg-logo-word">Makegood</span>
  </>
);
